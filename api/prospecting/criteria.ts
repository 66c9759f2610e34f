import type { CriteriaReader } from '#commands/prospecting/criteria-reader.ts'
import { prospectingRoutes as routes } from '#contract/prospecting/prospecting.contract.ts'
import type { Api } from '#api/kernel/api.ts'

/**
 * Criteria that a model reads out of a text. The form shows them, and the person alone saves them.
 */
export function criteriaApi(api: Api, reader: CriteriaReader): void {
  api.serve(routes.readCriteria, {}, async ({ body, meta, closed }) => {
    const { model, fields } = await reader.read(body.text, meta(), closed)
    return {
      model,
      fields: fields.map(({ value, ...field }) => ({
        ...field,
        value: typeof value === 'object' ? [...value] : value,
      })),
    }
  })
}
