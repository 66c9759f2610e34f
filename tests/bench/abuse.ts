import { createCanvas } from '@napi-rs/canvas'
import { ask } from './server.ts'

/**
 * A tenant that sends the dearest input that each route accepts, without a pause, until its input
 * ends. It sends lists, histories, writes, pictures, and papers of 60 pages.
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

const random = (): string => String(Math.random())
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

/** Lists take a drawing process longest: 2,900 entries are 58 pages. */
const tasks = '- a\n'.repeat(2_900)
const mission = {
  section: 'mission',
  id: '01JD00000000000000000000AA',
  values: { projectName: 'Abus', tasks },
}
/** A bill of 58 pages. */
const lines = [{ description: 'a\n'.repeat(2_000), quantity: 1, unitPrice: 1, tva: 20 }]

const kinds: readonly (() => ReturnType<typeof ask>)[] = [
  () => call('GET', `contact/${userId}/all?limit=200`),
  () => call('GET', `history/${userId}/bill/${billId}`),
  () => call('POST', `contact/${userId}`, { lastName: 'Abus' }),
  () => call('PUT', `bill/${userId}`, { id: billId, profileId, header: random() }),
  () => call('GET', `bill/${userId}/${profileId}/${billId}/pdf`),
  () => call('PUT', `bill/${userId}`, { id: billId, profileId, lines }),
  () => call('POST', `cv/${userId}/preview`, { item: mission, changes: { title: random() } }),
  () => call('GET', `cv/${userId}/pdf?template=timeline`),
  () => call('POST', `mission/${userId}`, { projectName: 'Abus', tasks: '**a** '.repeat(3_333) }),
  () => call('POST', `company/${userId}`, { name: random() }),
  () => call('GET', `mission/${userId}/all?limit=200`),
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
