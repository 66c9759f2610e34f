import { SHOWN_LINES, viewOfLine } from './amount-codecs.ts'
import { billFields } from './bill.fields.ts'
import { type BillContent, pricedLines } from './content.ts'
import { shownKinds, viewDraft } from '#domain/kernel/records/draft-fields.ts'

/** Terms and lines in the wire's words, for the history of a bill or a quote. */
export const viewOfTerms = (content: BillContent) => ({
  ...viewDraft(billFields, content),
  lines: pricedLines(content).map((line) => viewOfLine(line, content.currency)),
})

/** How the history shows them. */
export const SHOWN_TERMS = { ...shownKinds(billFields), ...SHOWN_LINES }
