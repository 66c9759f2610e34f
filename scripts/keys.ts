import { EventStoreLocked, lock } from '../commands/event-store/sqlite-file.ts'
import { rotateMasterKey } from '../commands/gateways/open-keys.ts'
import path from 'node:path'
import { Unusable, tool } from './tool.ts'

/**
 * `npm run keys -- rotate`: wraps the keys of personal data by a new master key. With PERSONAL_KEY, set it to the new
 * one and PERSONAL_KEY_BEFORE to the old one in every process first; with personal.key, stop Carnet.
 */
await tool(async ({ configuration, args, ending }) => {
  if (args.length !== 1 || args[0] !== 'rotate') throw new Unusable('Usage: npm run keys -- rotate')
  const { DATA_DIR, EVENTSTORE_URL, PERSONAL_KEY } = configuration
  if (PERSONAL_KEY === undefined && EVENTSTORE_URL === undefined)
    try {
      ending.push(lock(path.join(DATA_DIR, 'events.sqlite')))
    } catch (error) {
      if (!(error instanceof EventStoreLocked)) throw error
      throw new Unusable(error.message)
    }
  const { keys, destroyed } = await rotateMasterKey(configuration, ending)
  console.log(`${keys} keys are wrapped by the new master key; ${destroyed} were destroyed before.`)
  console.log(
    PERSONAL_KEY === undefined
      ? 'It is in personal.key. Backups from before need the old one, which is in them.'
      : 'PERSONAL_KEY_BEFORE may go once no backup needs it.',
  )
  return 0
})
