import type { ClientImportCommands } from '#commands/customers/client-imports.ts'
import { clientImportRoutes as routes } from '#contract/customers/client-imports.contract.ts'
import type { Api } from '../kernel/api.ts'

/** Lists of clients of other programs. */
export function clientImportsApi(api: Api, commands: ClientImportCommands): void {
  api.serve(routes.read, {}, async ({ body, owner }) => {
    const { clients, nameless, others } = await commands.plan(
      owner,
      Buffer.from(body.file, 'base64'),
    )
    return {
      clients: clients.map(({ id, act, values, more, wrong }) => ({
        id,
        act,
        ...values,
        more: [...more],
        wrong: [...wrong],
      })),
      nameless: [...nameless],
      others: [...others],
    }
  })
  api.serve(routes.import, {}, ({ body, meta }) =>
    commands.import(Buffer.from(body.file, 'base64'), body.ids, meta()),
  )
}
