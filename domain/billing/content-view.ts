import { type Entity, firstText } from '#domain/kernel/records/entity.ts'
import { toMajor } from '#domain/kernel/money.ts'
import { shownKinds, viewDraft } from '#domain/kernel/records/draft-fields.ts'
import { SHOWN_LINES, viewOfLine } from './amount-codecs.ts'
import type { Totals } from './amounts.values.ts'
import { billFields } from './bill.fields.ts'
import { type BillContent, pricedLines } from './content.ts'

/** Common history of a bill and a quote, in the wire's words. */
export const viewOfContent = (
  content: BillContent,
  { netMinor, vatMinor, grossMinor }: Totals,
) => ({
  profileId: content.profileId,
  clientId: content.clientId || 0,
  ...viewDraft(billFields, content),
  lines: pricedLines(content).map((line) => viewOfLine(line, content.currency)),
  totalHT: toMajor(netMinor, content.currency),
  totalTva: toMajor(vatMinor, content.currency),
  totalTTC: toMajor(grossMinor, content.currency),
})

/** History form. */
export const SHOWN_CONTENT = {
  status: 'choice',
  profileId: 'reference',
  projectId: 'reference',
  clientId: 'reference',
  ...shownKinds(billFields),
  ...SHOWN_LINES,
  totalHT: 'money',
  totalTva: 'money',
  totalTTC: 'money',
} as const

/** Fields that a history leaves out: ids beside their names, and sums beside their total. */
export const HIDDEN_CONTENT = [
  'profileId',
  'clientId',
  'projectId',
  'status',
  'includePenalty',
  'lines.amountHT',
  'totalHT',
  'totalTva',
] as const

export const SHARED_ENTITY = {
  currency: 'currency',
  refers: { profileId: 'professionalInfo', projectId: 'project', clientId: 'company' },
  title: (view) => firstText(view, 'ref', 'serviceName', 'client'),
} as const satisfies Partial<Entity>
