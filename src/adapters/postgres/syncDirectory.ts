import { open } from "node:fs/promises"

/** A new file or folder survives a power failure only if the directory that lists it has been synced too. */
export const syncDirectory = async (directory: string): Promise<void> => {
  await using handle = await open(directory)
  await handle.sync()
}
