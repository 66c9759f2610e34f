import { useEffect, useState } from 'react'
import type { BillPaper } from '#contract/billing/billing.schemas.ts'

/** A place on the paper: a block, or a line by its number from 0. */
export type PaperPart =
  | 'buyer'
  | 'object'
  | 'facts'
  | 'header'
  | 'footer'
  | 'totals'
  | 'terms'
  | `line-${number}`

const PARTS: Readonly<Record<string, PaperPart>> = {
  clientId: 'buyer',
  projectId: 'object',
  serviceName: 'object',
  purchaseOrder: 'facts',
  buyerReference: 'facts',
  startDate: 'facts',
  endDate: 'facts',
  issueDate: 'facts',
  paymentDeadline: 'facts',
  dueDate: 'facts',
  includeTva: 'totals',
  currency: 'totals',
  includePenalty: 'terms',
  penaltyRate: 'terms',
  header: 'header',
  footer: 'footer',
}

/** Where the paper shows a field of the draft; undefined where it does not. */
export const partOf = (field: string): PaperPart | undefined => {
  const [, line] = /^lines\.(\d+)\./.exec(field) ?? []
  return line === undefined ? PARTS[field] : `line-${Number(line)}`
}

/** Text of the paper at a place. */
export function textsOf(paper: Omit<BillPaper, 'sha256'>, part: PaperPart): readonly string[] {
  switch (part) {
    case 'buyer':
      return [paper.buyer.name, ...paper.buyer.lines]
    case 'facts':
      return paper.facts
    case 'totals':
      return [...paper.totals.map(({ label }) => label), paper.due.label]
    case 'object':
    case 'header':
    case 'footer':
    case 'terms':
      return paper[part].split('\n')
    default:
      return paper.lines[Number(part.slice('line-'.length))]?.description.split('\n') ?? []
  }
}

/**
 * The place on the paper of the focused field; the last one while the focus is elsewhere on the
 * page.
 */
export function useEditedPart(): PaperPart | undefined {
  const [part, setPart] = useState<PaperPart>()
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const field = target instanceof Element && target.closest('[data-field]')
      if (field) setPart(partOf(field.getAttribute('data-field') ?? ''))
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  return part
}
