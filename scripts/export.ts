import { LogDamaged } from '../commands/operations/export-archive.ts'
import { exportConfigured } from '../workers/operations/archive.ts'
import { Unusable, progressLine, tool } from './tool.ts'

/**
 * `npm run export -- <file.jsonl[.gz]>`: the whole Carnet in one file, also while it runs. Exits 1
 * when data is damaged or missing.
 */
await tool(async ({ configuration, args, ending, signal }) => {
  const [file, option, ...others] = args
  const isUsable = others.length === 0 && (option === undefined || option === '--without-keys')
  if (file === undefined || !isUsable || !/\.jsonl(\.gz)?$/.test(file))
    throw new Unusable(
      'Usage: npm run export -- <file>.jsonl [--without-keys], or <file>.jsonl.gz to have it gzipped. Without ' +
        'keys, nobody ever reads the personal data in it.',
    )
  const tell = progressLine()
  try {
    const exported = await exportConfigured(configuration, file, ending, {
      clock: { now: Date.now },
      keys: option === undefined ? 'wrapped' : 'none',
      onProgress: (done, of) => tell(done / of),
      signal,
    })
    const { events, keys, documents, accounts, sealed, sealedNow, missing, root } = exported
    console.log(
      `${file}: ${events} events, ${documents} documents, ${accounts} accounts (their passwords hashed: keep the file to yourself).`,
    )
    if (keys > 0)
      console.log(
        `${keys} keys of personal data are in it, wrapped: who imports it needs the master key too (PERSONAL_KEY, ` +
          'or personal.key).',
      )
    console.log(
      `${sealed ? `Sealed up to event ${sealed.events}.` : 'Never sealed.'}${sealedNow ? '' : ' Carnet runs: it seals by itself, once an hour.'}`,
    )
    console.log(`Every event is what was written. Its root: ${events}:${root}`)
    if (configuration.OIDC_ISSUER)
      console.log(`Who may sign in is kept by ${configuration.OIDC_ISSUER}, and not in it.`)
    for (const sha256 of missing)
      console.error(`The document ${sha256} is named by an event and kept nowhere.`)
    return missing.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error
    console.error(error.message)
    return 1
  }
})
