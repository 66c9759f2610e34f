/** The part of autocannon that the benches use; it brings no types. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string
    method: 'POST'
    headers: Readonly<Record<string, string>>
    body: string
    connections: number
    /** @unit seconds */
    duration: number
  }): Promise<{
    readonly requests: { readonly total: number }
    readonly duration: number
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly latency: { readonly p50: number; readonly p99: number }
  }>
}
