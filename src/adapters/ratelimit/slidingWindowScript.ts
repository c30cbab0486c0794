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
}

/**
 * The window of one key is a list of the times at which its requests were admitted, oldest first, in microseconds of
 * Redis's own clock. A script runs alone, so two processes never both get the last place. It costs one round trip, and
 * one step for each time that leaves the window. The list expires a minute after the last request. A call that only
 * reads learns what a request would get, and adds nothing. If several requests are wanted at once, either all of them
 * are admitted or none.
 *
 * The clock of Redis may be set back, or that of another machine may take over. While the newest time is ahead of the
 * clock, it counts as the present. If it is ahead by more than a window, the list is dropped, so that nobody is refused
 * for as long as the clock was wrong.
 */
const lua = `
local key, limit, counts, window = KEYS[1], tonumber(ARGV[1]), ARGV[2] == '1', ${windowMilliseconds * 1_000}
local wanted = tonumber(ARGV[3])
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
    count, newest, wanted = count + wanted, now, 1
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
return { admitted, count, clearIn, roomIn }
`

/** The script as a command of the client. It counts `wanted` requests, or only reads unless `counts`. */
export const slidingWindowScript = defineScript({
  SCRIPT: lua,
  NUMBER_OF_KEYS: 1,
  parseCommand: (parser: CommandParser, key: string, limit: number, counts: boolean, wanted: number) => {
    parser.pushKey(key)
    parser.push(String(limit), counts ? "1" : "0", String(wanted))
  },
  transformReply: ([
    admitted = 0,
    count = 0,
    clearIn = 0,
    roomIn = 0
  ]: ReadonlyArray<number>): SharedWindow => ({
    admitted: admitted === 1,
    count,
    clearIn,
    roomIn
  })
})
