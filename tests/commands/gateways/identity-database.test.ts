import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIdentityDatabase } from '#commands/gateways/identity-database.ts'
import { signInStoreSuite } from '#tests/conformance/sign-in-store.ts'

signInStoreSuite('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-database-'))
  const [one, other] = [openIdentityDatabase(folder), openIdentityDatabase(folder)]
  return {
    one,
    other,
    async dispose() {
      await Promise.all([one.close(), other.close()])
      rmSync(folder, { recursive: true })
    },
  }
})
