import { LogDamaged } from '../commands/operations/export-archive.ts'
import { exportConfigured } from '../workers/operations/archive.ts'
import { Unusable, progressLine, tool } from './tool.ts'

/** `npm run export -- <file.jsonl[.gz]>`: the whole Carnet in one file, also while it runs. Exits 1 when something it holds is damaged or missing. */
await tool(async ({ configuration, args, ending, signal }) => {
  const [file, ...others] = args
  if (file === undefined || others.length > 0 || !/\.jsonl(\.gz)?$/.test(file))
    throw new Unusable('Usage: npm run export -- <file>.jsonl, or <file>.jsonl.gz to have it gzipped.')
  const tell = progressLine()
  try {
    const exported = await exportConfigured(configuration, file, ending, {
      clock: { now: Date.now },
      onProgress: (done, of) => tell(done / of),
      signal,
    })
    const { events, documents, accounts, sealed, sealedNow, missing, root } = exported
    console.log(
      `${file}: ${events} events, ${documents} documents, ${accounts} accounts (their passwords hashed: keep the file to yourself).`,
    )
    console.log(
      `${sealed ? `Sealed up to event ${sealed.events}.` : 'Never sealed.'}${sealedNow ? '' : ' Carnet runs: it seals by itself, once an hour.'}`,
    )
    console.log(`Every event is what was written. Its root: ${events}:${root}`)
    if (configuration.OIDC_ISSUER)
      console.log(`Who may sign in is kept by ${configuration.OIDC_ISSUER}, and not in it.`)
    for (const sha256 of missing) console.error(`The document ${sha256} is named by an event and kept nowhere.`)
    return missing.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error
    console.error(error.message)
    return 1
  }
})
