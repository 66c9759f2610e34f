import type { HistoryOf } from '#contract/history/history.contract.ts'

/** Answer of a history; its only page by default. */
export const toldHistory = (
  more: Partial<Omit<HistoryOf, 'facts'>> & { readonly facts?: readonly object[] } = {},
): object => ({
  entity: 'project',
  id: 'x',
  verified: true,
  verifiedAt: 1,
  access: null,
  title: '',
  total: more.facts?.length ?? 0,
  next: null,
  record: null,
  last: null,
  kinds: {},
  untold: [],
  currency: 'EUR',
  names: {},
  ...more,
  facts: (more.facts ?? []).map((fact) => ({ isEdit: false, isInternal: false, ...fact })),
})
