import { ArchiveDamaged, TargetTaken } from '../commands/operations/import-archive.ts'
import { importConfigured } from '../workers/operations/archive.ts'
import { Unusable, progressLine, tool } from './tool.ts'

/**
 * `npm run import -- <file.jsonl[.gz]>`: an exported Carnet into the configured engines. They must
 * be empty, or hold what an interrupted import left. Exits 1 when the file is damaged or the target
 * holds other data.
 */
await tool(async ({ configuration, args, ending, signal }) => {
  const [file, ...others] = args
  if (file === undefined || others.length > 0)
    throw new Unusable('Usage: npm run import -- <file>.jsonl[.gz], as npm run export wrote it.')
  const tell = progressLine()
  try {
    const { header, there, root, accounts, signIn } = await importConfigured(
      configuration,
      file,
      ending,
      {
        onProgress: (done, of) => tell(done / of),
        signal,
      },
    )
    if (there > 0) console.log(`The first ${there} events were there already.`)
    console.log(
      `${header.events} events, ${header.documents} documents, ${header.accounts} accounts of ${header.exportedAt}, read back and found to be the same: ${header.events}:${root}`,
    )
    if (signIn === 'kept by the provider' && accounts.length > 0)
      console.log(
        `The ${accounts.length} accounts stay in the file: ${configuration.OIDC_ISSUER} signs people in here.`,
      )
    console.log('Read models are built by the next start.')
    return 0
  } catch (error) {
    if (signal.aborted) throw new Unusable('Interrupted. The same command goes on from here.')
    if (!(error instanceof ArchiveDamaged || error instanceof TargetTaken)) throw error
    console.error(error.message)
    return 1
  }
}, 'any')
