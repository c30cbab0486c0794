import { OpenApi } from "effect/http-api"
import { DescribedApi } from "../Api.ts"
import { clientSource } from "./clientSource.ts"
import type { Description } from "./clientSource.ts"

/** The text of `src/client/api.ts` as the API is described now, before it is formatted. */
export const describedClient = (): string =>
  // The document is JSON; the types of the library say less of it than this.
  clientSource(OpenApi.fromApi(DescribedApi) as unknown as Description)
