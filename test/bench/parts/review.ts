import { seedReviewItems } from "../../support/reviewSeed.ts"
import type { Part } from "../Bench.ts"

/** One in 11 is open. */
const [chunkSize, openEvery] = [110_000, 11]

/** Pages of the review queue in front of many closed items. `reviewQueue.ts` looks closer. */
export const review: Part = async ({ measure, newWorkspace, pool, quick, server }) => {
  const { key, uuid } = await newWorkspace()
  const chunks = quick ? 1 : 10
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    await pool.query(seedReviewItems, [uuid, "live", chunkSize, openEvery])
  }
  await pool.query("VACUUM (ANALYZE) review_items, decisions, decision_inputs")
  const items = (chunks * chunkSize).toLocaleString("en")
  const page = async (what: string, path: string) => {
    const requests = [{ method: "GET" as const, path }]
    const load = { connections: 1, seconds: quick ? 1 : 3, requests }
    await measure({ ...server, key }, load)
    return { ...(await measure({ ...server, key }, load)), what, note: `${items} items, one in 11 open` }
  }
  return {
    rows: [
      await page("page of 50 open reviews", "/v1/review?limit=50"),
      await page("page of 50 closed reviews", "/v1/review?limit=50&status=allowed")
    ],
    bars: []
  }
}
