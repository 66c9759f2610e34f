import { DATA_FILES, giveUp } from '../workers/kernel/data-directory.ts'
import { hold, tool, Unusable } from './tool.ts'

/**
 * `npm run give-up -- <file> --yes` lets the next start go on without a lost file of the data
 * directory. Without `--yes` it says the losses alone.
 */
await tool(async (given) => {
  const { configuration, args } = given
  const [name = '', confirmation] = args
  const file = DATA_FILES.find((one) => one.name === name)
  if (file === undefined || args.length > 2)
    throw new Unusable(
      `Usage: npm run give-up -- <file> --yes, where the file is one of ${DATA_FILES.map((one) => one.name).join(', ')}.`,
    )
  console.log(file.loss)
  if (confirmation !== '--yes') {
    console.log(`Nothing was changed. \`npm run give-up -- ${name} --yes\` goes on.`)
    return 1
  }
  if (configuration.EVENTSTORE_URL === undefined) hold(given)
  const aside = await giveUp(configuration.DATA_DIR, name, Date.now())
  console.log(aside === null ? `${name} is given up.` : `Set aside in ${aside}.`)
  return 0
})
