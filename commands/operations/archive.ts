import { z } from 'zod'
import { KeptAccount } from '#commands/gateways/accounts/accounts-kept.ts'
import { type EventMeta, type RecordedEvent } from '#domain/kernel/event.ts'

/*
 * A whole Carnet as JSON Lines, one thing a line. In order: a header, keys of personal data,
 * accounts, documents, events in the log's order, a summary. Documents come before the events that
 * name them. No line holds a position. Each store gives its own, and the same log gives the same
 * lines everywhere.
 *
 * Keys are wrapped by the master key, which is never in the file. The file alone opens no personal
 * data.
 */
export const FORMAT = 2
/** Format 1 had no keys. */
export const FORMATS: readonly number[] = [1, FORMAT]

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0)
const Counts = z.object({
  keys: Count.default(0),
  accounts: Count,
  documents: Count,
  events: Count,
})

export const Header = Counts.extend({
  format: z.int(),
  /** ISO 8601, UTC. */
  exportedAt: z.string(),
  /** The engine the events came from. */
  from: z.string(),
  sealed: z.object({ events: z.int(), root: Sha256, at: z.number() }).nullable(),
})
export type Header = z.infer<typeof Header>

const End = Counts.extend({
  /** Running hash over the events; empty when there is none. */
  root: z.union([Sha256, z.literal('')]),
  /** Over every byte before this line. */
  sha256: Sha256,
})

const Encrypted = z.strictObject({ key: z.string(), at: z.array(z.string()), value: z.base64() })
const Meta = z.strictObject({
  schema: z.int(),
  owner: z.string(),
  actor: z.strictObject({
    kind: z.enum(['user', 'system', 'process']),
    id: z.string(),
    name: z.string().optional(),
  }),
  cause: z.enum(['user', 'import', 'schedule', 'process', 'demo']),
  commandId: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  occurredAt: z.number(),
  personal: z
    .strictObject({
      data: Encrypted.optional(),
      aside: Encrypted.optional(),
      actorName: z.base64().optional(),
    })
    .optional(),
  prevHash: z.string(),
  hash: Sha256,
})
const ArchivedEvent = z.strictObject({
  stream: z.string(),
  revision: z.int().min(0),
  id: z.string(),
  type: z.string(),
  data: z.unknown(),
  meta: Meta,
})
const ArchivedDocument = z.strictObject({
  sha256: Sha256,
  mediaType: z.string(),
  bytes: z.base64(),
})

/** A stored key; destroyed ones too, so that they stay destroyed. */
const ArchivedKey = z.strictObject({ id: z.string(), wrapped: z.string().nullable() })
/** An account, encrypted with its user's key. */
const EncryptedAccount = z.strictObject({ id: z.string(), encrypted: z.base64() })
const ArchivedAccount = z.union([KeptAccount, EncryptedAccount])
export type ArchivedAccount = z.infer<typeof ArchivedAccount>
/** The place that an account's encrypted text is bound to. */
export const accountPlace = (id: string): string => `account ${id}`

/** One line: an object with one key, which says what it is. */
const LINES = {
  carnet: Header,
  key: ArchivedKey,
  account: ArchivedAccount,
  document: ArchivedDocument,
  event: ArchivedEvent,
  end: End,
} as const
export type Kind = keyof typeof LINES
export type Line = {
  [K in Kind]: { readonly kind: K; readonly value: z.infer<(typeof LINES)[K]> }
}[Kind]
/** In the order they come in. */
export const KINDS = Object.keys(LINES) as readonly Kind[] // Object.keys forgets the key type

/** @returns an error message when the text is no line of an archive */
export function parseLine(text: string): Line | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'it is no JSON'
  }
  const [kind = '', ...others] = typeof json === 'object' && json !== null ? Object.keys(json) : []
  if (others.length > 0 || !(kind in LINES)) return 'it is no line of an archive of Carnet'
  const content = (json as Record<string, unknown>)[kind] // just checked to be an object
  const parsed = LINES[kind as Kind].safeParse(content)
  if (!parsed.success)
    return `it holds no ${kind} as it should: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`
  return { kind, value: parsed.data } as Line // parsed by the schema of its kind
}

export const lineOf = (kind: Kind, value: object): string =>
  `${JSON.stringify({ [kind]: value })}\n`

/** The stored event without its position. */
export const archivedEvent = ({
  stream,
  revision,
  id,
  type,
  data,
  meta,
}: RecordedEvent): object => ({
  stream,
  revision,
  id,
  type,
  data,
  meta,
})

/** An event of an archive as a reader of a log gets it. @param position its index in the archive */
export function eventOf(
  { stream, revision, id, type, data, meta }: z.infer<typeof ArchivedEvent>,
  position: string,
): RecordedEvent {
  // parsed JSON: optional fields are absent, never undefined
  return { stream, revision, id, type, data, meta: meta as EventMeta, position }
}
