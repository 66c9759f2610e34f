import { createCanvas } from '@napi-rs/canvas'
import { ask } from './server.ts'

/**
 * A tenant that sends lists, histories, writes, previews and pictures without a pause, until its
 * input ends.
 */

const CONNECTIONS = 8
type Target = {
  readonly port: number
  readonly userId: string
  readonly profileId: string
  readonly token: string
  readonly billId: string
}
const { port, userId, profileId, token, billId } = JSON.parse(
  process.env['ABUSE'] ?? '{}',
) as Target // of `tenants.ts`

const call = (method: string, url: string, body?: object) =>
  ask(
    port,
    method,
    `/api/${url}`,
    { authorization: `Bearer ${token}` },
    body && JSON.stringify(body),
  )

const canvas = createCanvas(4_000, 4_000)
const context = canvas.getContext('2d')
for (let i = 0; i < 40; i++) context.fillRect(i * 90, i * 70, 60, 60)
const content = canvas.toBuffer('image/png').toString('base64')

const kinds: readonly (() => ReturnType<typeof ask>)[] = [
  () => call('GET', `contact/${userId}/all?limit=200`),
  () => call('GET', `history/${userId}/bill/${billId}`),
  () => call('POST', `contact/${userId}`, { lastName: 'Abus' }),
  () => call('PUT', `bill/${userId}`, { id: billId, profileId, header: String(Math.random()) }),
  () => call('GET', `bill/${userId}/${profileId}/${billId}/pdf`),
  () => call('PUT', `professionalInfo/${userId}/logo`, { id: profileId, content }),
]
let isOver = false
let sent = 0
process.stdin.resume().on('end', () => (isOver = true))
await Promise.all(
  kinds.flatMap((send) =>
    Array.from({ length: CONNECTIONS }, async () => {
      while (!isOver) {
        await send()
        sent++
      }
    }),
  ),
)
process.stdout.write(String(sent))
process.exit()
