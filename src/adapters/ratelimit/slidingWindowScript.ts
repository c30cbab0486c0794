import { defineScript } from "@redis/client"
import type { CommandParser } from "@redis/client"
import { windowMilliseconds } from "../../domain/tenancy/slidingWindow.ts"

/** All times are in microseconds. */
export interface SharedWindow {
  readonly admitted: boolean
  /** Requests in the window, this one included if it was counted. */
  readonly count: number
  /** Until the window is empty, if nothing more is sent. */
  readonly clearIn: number
  /** Until there is room for one more request, or for as many as were refused; 0 if there is room now. */
  readonly roomIn: number
  /** When this request was counted, by Redis's own clock; 0 if it was not. */
  readonly takenAt: number
}

/**
 * The window of one key is a list of the times at which its requests were admitted, oldest first, in microseconds of
 * Redis's own clock. A script runs alone, so two processes never both get the last place. It costs one round trip, and
 * one step for each time that leaves the window. The list expires a minute after the last request. A call that only
 * reads learns what a request would get, and adds nothing. If several requests are wanted at once, either all of them
 * are admitted or none. A request that they are wanted in place of leaves the list first.
 *
 * The clock of Redis may be set back, or that of another machine may take over. While the newest time is ahead of the
 * clock, it counts as the present. If it is ahead by more than a window, the list is dropped, so that nobody is refused
 * for as long as the clock was wrong.
 */
const lua = `
local key, limit, counts, window = KEYS[1], tonumber(ARGV[1]), ARGV[2] == '1', ${windowMilliseconds * 1_000}
local wanted, takenAt = tonumber(ARGV[3]), 0
if ARGV[4] then
  redis.call('LREM', key, -1, ARGV[4])
end
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local newest = tonumber(redis.call('LINDEX', key, -1) or nil)
if newest and newest - now > window then
  redis.call('DEL', key)
elseif newest and newest > now then
  now = newest
end
local oldest = tonumber(redis.call('LINDEX', key, 0) or nil)
while oldest and now - oldest >= window do
  redis.call('LPOP', key)
  oldest = tonumber(redis.call('LINDEX', key, 0) or nil)
end
local count = redis.call('LLEN', key)
local admitted = 0
if count + wanted <= limit then
  admitted = 1
  if counts then
    for _ = 1, wanted do
      redis.call('RPUSH', key, string.format('%.0f', now))
    end
    redis.call('PEXPIRE', key, ${windowMilliseconds})
    count, newest, wanted, takenAt = count + wanted, now, 1, now
  end
end
local roomIn = 0
if wanted > limit then
  roomIn = window
elseif count + wanted > limit then
  roomIn = tonumber(redis.call('LINDEX', key, count + wanted - limit - 1)) + window - now
end
local clearIn = 0
if count > 0 then
  clearIn = newest + window - now
end
return { admitted, count, clearIn, roomIn, takenAt }
`

/** What is asked of the script. */
export interface SharedWindowQuestion {
  readonly limit: number
  /** Whether the requests are counted if they are admitted. */
  readonly counts: boolean
  readonly wanted: number
  /** When the request was counted that these take the place of; undefined if they take none. */
  readonly inPlaceOf: number | undefined
}

/** The script as a command of the client. */
export const slidingWindowScript = defineScript({
  SCRIPT: lua,
  NUMBER_OF_KEYS: 1,
  parseCommand: (
    parser: CommandParser,
    key: string,
    { counts, inPlaceOf, limit, wanted }: SharedWindowQuestion
  ) => {
    parser.pushKey(key)
    parser.push(String(limit), counts ? "1" : "0", String(wanted))
    if (inPlaceOf !== undefined) parser.push(String(inPlaceOf))
  },
  transformReply: ([
    admitted = 0,
    count = 0,
    clearIn = 0,
    roomIn = 0,
    takenAt = 0
  ]: ReadonlyArray<number>): SharedWindow => ({
    admitted: admitted === 1,
    count,
    clearIn,
    roomIn,
    takenAt
  })
})
