import type { FilterField, Operator } from '#contract/kernel/list-filters.ts'

/** The key of an operator's word: an amount is at least, a day is from. */
export const operatorWord = ({ kind }: FilterField, operator: Operator) =>
  kind === 'day'
    ? (`filter.day.${operator}` as 'filter.day.eq')
    : (`filter.op.${operator}` as 'filter.op.eq')
