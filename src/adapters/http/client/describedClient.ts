import { OpenApi } from "effect/http-api"
import { DescribedApi } from "../Api.ts"
import { clientSource } from "./clientSource.ts"
import type { Description } from "./clientSource.ts"

/** The generated files of `src/client` for the API as it is now, before they are formatted. */
export const describedClient = () => {
  const description: Description = JSON.parse(JSON.stringify(OpenApi.fromApi(DescribedApi)))
  return clientSource(description)
}
