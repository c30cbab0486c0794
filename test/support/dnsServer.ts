import ipaddr from "ipaddr.js"
import { createSocket } from "node:dgram"
import { once } from "node:events"

const typeA = 1
const typeAaaa = 28

/** The name of a query's question, its type, and where the question ends. */
const readQuestion = (query: Buffer) => {
  const labels: Array<string> = []
  let place = 12
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString("latin1", place + 1, place + 1 + length))
    place += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(place + 1), end: place + 5 }
}

/** One answer, which names the question's own name. */
const record = (type: number, address: string) => {
  const data = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

export interface DnsServer {
  /** As `address:port`. */
  readonly address: string
  /** The names that were asked for, each once a query. */
  readonly asked: ReadonlyArray<string>
  readonly close: () => void
}

/** A name server with answers of its own. It has no name but those it is given. */
export const startDnsServer = async (
  answers: (name: string) => ReadonlyArray<string>
): Promise<DnsServer> => {
  const asked: Array<string> = []
  const socket = createSocket("udp4")
  socket.on("message", (query, peer) => {
    const { end, name, type } = readQuestion(query)
    asked.push(name)
    const known = answers(name)
    const matching = known.filter((address) => {
      const kind = ipaddr.parse(address).kind()
      return (kind === "ipv4" && type === typeA) || (kind === "ipv6" && type === typeAaaa)
    })
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(known.length === 0 ? 0x8183 : 0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(matching.length, 6)
    const records = matching.map((address) => record(type, address))
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), peer.port, peer.address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() }
}
