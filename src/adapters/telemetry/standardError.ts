import { Effect } from "effect"
import { constants, fstatSync, openSync } from "node:fs"
import sonicBoom from "sonic-boom"

const standardError = 2

/** Bytes that wait for a reader that is slow. What comes on top is lost. */
const waitingRoom = 1_048_576

/** A pipe takes 4,096 bytes as a whole (`PIPE_BUF` on Linux), so that lines of several processes never mix. */
const largestWrite = 4096

/** So many lines of requests fit, however long their ids and routes are. */
const linesOfPipeWrite = 7

const isPipe = (): boolean => fstatSync(standardError).isFIFO()

/**
 * A pipe whose reader has stopped would block every write, and with it the end of the process. Opened once more, it
 * refuses instead, without any effect on others that share it.
 */
const openPipe = (): number => {
  try {
    return openSync("/dev/stderr", constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return standardError
  }
}

/**
 * Makes a function that writes lines to standard error, and never waits for it: they are written in order, off the
 * event loop. Lines that cannot be written are lost. Closing the scope gives the last lines one second.
 */
export const makeLineWriter = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const piped = isPipe()
      const stream = new sonicBoom.SonicBoom({
        fd: piped ? openPipe() : standardError,
        maxLength: waitingRoom,
        maxWrite: largestWrite
      })
      // Without its reader, the service goes on without its log.
      stream.on("error", () => {})
      return { stream, linesOfWrite: piped ? linesOfPipeWrite : Infinity, isOpen: true }
    }),
    (writer) =>
      Effect.callback<void>((resume) => {
        writer.isOpen = false
        writer.stream.once("close", () => {
          resume(Effect.void)
        })
        writer.stream.end()
      }).pipe(Effect.timeoutOption("1 second"))
  ),
  (writer) =>
    (lines: ReadonlyArray<string>): void => {
      if (!writer.isOpen) return
      for (let from = 0; from < lines.length; from += writer.linesOfWrite) {
        writer.stream.write(`${lines.slice(from, from + writer.linesOfWrite).join("\n")}\n`)
      }
    }
)
