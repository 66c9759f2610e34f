import { linkSubject } from '../commands/identity/link-subject.ts'
import { openLog } from '../workers/operations/archive.ts'
import { Unusable, tool } from './tool.ts'

/**
 * `npm run link-user -- <user name> <subject>`: links a user of the embedded sign-in to a subject
 * of the outside provider. Run it before their first sign-in there, which would make a new user.
 */
await tool(async ({ configuration, args, ending }) => {
  const [userName, subject, ...others] = args
  const { OIDC_ISSUER } = configuration
  if (userName === undefined || subject === undefined || others.length > 0)
    throw new Unusable(
      'Usage: npm run link-user -- <user name> <subject>, the subject as the provider names it.',
    )
  if (!OIDC_ISSUER) throw new Unusable('No provider signs people in here: OIDC_ISSUER is not set.')
  const userId = await linkSubject({
    store: await openLog(configuration, ending),
    clock: { now: Date.now },
    issuer: OIDC_ISSUER,
    subject,
    userName,
  })
  console.log(`${subject} of ${OIDC_ISSUER} signs in as ${userName} (${userId}).`)
  return 0
})
