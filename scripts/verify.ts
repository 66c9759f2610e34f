import type { ExternalSeal } from '../commands/kernel/verify.ts'
import { verifyConfigured } from '../workers/operations/verify.ts'
import type { PartsReport } from '../workers/operations/readable-copy.ts'
import { Unusable, tool } from './tool.ts'

/**
 * `npm run verify [-- --expect <events>:<root> …]`: walks every chain of the configured log and
 * compares it with every seal. Reads back keys, accounts and documents. Exits 1 on damage, 2 when
 * there is no log.
 */
const SHOWN = 50

function expectations(args: readonly string[]): ExternalSeal[] {
  const found: ExternalSeal[] = []
  for (let i = 0; i < args.length; i += 2) {
    const [, events, root] =
      args[i] === '--expect' ? (/^([1-9]\d*):([0-9a-f]{64})$/.exec(args[i + 1] ?? '') ?? []) : []
    if (events === undefined || root === undefined)
      throw new Unusable(
        'Usage: npm run verify [-- --expect <events>:<root>], as an earlier run printed them.',
      )
    found.push({ events: Number(events), root, kept: `--expect ${events}` })
  }
  return found
}

const countsOf = ({ documents, accounts }: PartsReport): string =>
  accounts === null ? `${documents} documents` : `${documents} documents and ${accounts} accounts`

await tool(async ({ configuration, args }) => {
  const { log, events, streams, root, sealed, comparedWith, damages, durationMs, parts } =
    await verifyConfigured(configuration, expectations(args))
  console.log(
    `${log}: ${events} events in ${streams} streams, read in ${(durationMs / 1000).toFixed(1)} s.`,
  )
  console.log(
    sealed
      ? `Sealed up to event ${sealed.events}, on ${new Date(sealed.at).toISOString()}.`
      : 'Never sealed: a stream that is gone whole would not be missed.',
  )
  if (comparedWith.length > 0) console.log(`Compared with ${comparedWith.join(', ')}.`)
  if (damages.length === 0) {
    console.log('Every event is what was written, in its place.')
    if (parts !== null && parts.faults.length > 0) {
      for (const fault of parts.faults) console.error(`  ${fault}`)
      console.error('The log is whole, and other parts are not. Restore them from a backup.')
      return 1
    }
    if (parts !== null) console.log(`The keys open every event. ${countsOf(parts)} are whole.`)
    if (events > 0)
      console.log(
        `Keep this elsewhere, to know later that these events are still the same: npm run verify -- --expect ${events}:${root}`,
      )
    return 0
  }
  for (const { what, stream, revision, position, detail } of damages.slice(0, SHOWN)) {
    const place = [
      position && `position ${Number(position)}`,
      stream,
      revision !== undefined && `revision ${revision}`,
    ]
      .filter(Boolean)
      .join(', ')
    console.error(`  ${what}${place && ` at ${place}`}: ${detail}`)
  }
  if (damages.length > SHOWN) console.error(`  and ${damages.length - SHOWN} more`)
  console.error(
    `${damages.length} damage${damages.length === 1 ? '' : 's'} found. Stop the product, keep a copy of what there is, and restore a backup.`,
  )
  return 1
}, 'any')
