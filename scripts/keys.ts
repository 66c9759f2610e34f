import { openKeys, rotateMasterKey } from '../commands/gateways/keys/open-keys.ts'
import { renewSecrets } from '../commands/gateways/keys/wrapped-secrets.ts'
import { Unusable, hold, tool } from './tool.ts'

/**
 * `npm run keys -- rotate`: wraps the keys of personal data, sessions and tokens by a new master
 * key. With KEYS_VAULT_URL that is the vault's. With PERSONAL_KEY, set it to the new one and
 * PERSONAL_KEY_BEFORE to the old one in every process first. With personal.key, stop Carnet.
 *
 * `npm run keys -- renew`: removes the keys of sessions and tokens, of which the next start makes
 * others. Stop Carnet.
 */
await tool(async (given) => {
  const { configuration, args, ending } = given
  const [what, ...others] = args
  if (others.length > 0 || (what !== 'rotate' && what !== 'renew'))
    throw new Unusable('Usage: npm run keys -- rotate|renew')
  const { EVENTSTORE_URL, PERSONAL_KEY } = configuration
  if ((what === 'renew' || PERSONAL_KEY === undefined) && EVENTSTORE_URL === undefined) hold(given)
  if (what === 'renew') {
    console.log(
      `${await renewSecrets(configuration, await openKeys(configuration, ending))} keys of sessions and tokens were removed: start Carnet again.`,
    )
    return 0
  }
  const { keys, destroyed, secrets, by } = await rotateMasterKey(configuration, ending)
  console.log(
    `${keys} keys are wrapped by the new master key, and ${secrets} of sessions and tokens.`,
  )
  console.log(`${destroyed} were destroyed before.`)
  console.log(
    {
      'personal.key':
        'It is in personal.key. Backups from before need the old one, which is in them.',
      PERSONAL_KEY: 'PERSONAL_KEY_BEFORE may go once no backup needs it.',
      vault: `It is ${configuration.KEYS_VAULT_KEY} of the vault. Backups from before need the old one: keep it apart.`,
    }[by],
  )
  return 0
})
