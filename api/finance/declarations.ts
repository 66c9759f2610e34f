import type { ServicesStatementCommands } from '#commands/finance/services-statements.ts'
import { type Declaration, declarationRoutes } from '#contract/finance/declarations.contract.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { type Day, dayIn, dayOfEpoch, epochOfDay } from '#domain/kernel/time.ts'
import {
  declarationReads,
  type DeclarationOf,
  declarationsOf,
} from '#projections/finance/declarations.queries.ts'
import { professionalInfoOf, professionalInfos } from '#projections/profile/professional-infos.ts'
import type { Api } from '../kernel/api.ts'
import { written } from '../kernel/audit-fields.ts'

/** Declarations of VAT, contributions and services to the Union, with their days. */
export function declarationsApi(api: Api, commands: ServicesStatementCommands): void {
  const reads = { ...declarationReads, professionalInfos }
  api.serve(
    declarationRoutes.all,
    { reads },
    async ({ read, owner, params: { profileId }, caller: { timeZone }, now, can }) => {
      const profile = await professionalInfoOf(read.professionalInfos, owner, profileId)
      if (profile === null) throw refusal('NOT_FOUND', { id: profileId })
      const today = dayIn(now, timeZone)
      const hasContributions = can('perm_charge_menu')
      const asked = { profile, today, timeZone, hasContributions }
      const { firstPeriod, declarations } = await declarationsOf(read, asked)
      return {
        firstPeriod: {
          from: epochOfDay(firstPeriod.from),
          by: firstPeriod.by,
          version: profile.version,
        },
        declarations: inOrder(declarations, today).map((one) => toWire(one, today)),
      }
    },
  )
  api.serve(declarationRoutes.declareServices, {}, async ({ params, body, meta }) =>
    written(await commands.declare(params.profileId, dayOfEpoch(body.from), meta())),
  )
  api.serve(declarationRoutes.undoServices, {}, async ({ params, body, meta }) =>
    written(await commands.undo(params.profileId, dayOfEpoch(body.from), meta())),
  )
}

function stateOf({ declaredAt, to, due }: DeclarationOf, today: Day): Declaration['state'] {
  if (declaredAt !== 0) return 'declared'
  if (to >= today) return 'running'
  return due < today ? 'late' : 'open'
}

/** Declarations to make, then running ones, then those that were made, the latest first. */
function inOrder(declarations: readonly DeclarationOf[], today: Day): readonly DeclarationOf[] {
  const of = (...states: readonly Declaration['state'][]) =>
    declarations.filter((one) => states.includes(stateOf(one, today)))
  return [...of('late', 'open'), ...of('running'), ...of('declared').toReversed()]
}

const toWire = (declaration: DeclarationOf, today: Day): Declaration => {
  const { kind, from, to, due, amount, lines, declaredAt, withoutEuros, withoutNumber } =
    declaration
  return {
    kind,
    from: epochOfDay(from),
    to: epochOfDay(to),
    dueDate: epochOfDay(due),
    state: stateOf(declaration, today),
    amount,
    lines: [...lines],
    declaredAt,
    withoutEuros,
    withoutNumber,
  }
}
