import { translateKey } from '#web/kernel/words/translate-key.ts'

/** Which dictionary tells an entity's facts: the one its own screen reads its history from. */
const DICTIONARY: Readonly<Record<string, string>> = {
  company: 'customers',
  contact: 'customers',
  product: 'stock',
  user: 'identity',
  role: 'identity',
  subject: 'identity',
  profile: 'profile',
  professionalInfo: 'profile',
  project: 'projects',
  timesheet: 'timesheets',
  bill: 'billing',
  transaction: 'finance',
  seal: 'operations',
  effect: 'operations',
  logCleaning: 'operations',
}
/** To load before facts are told. */
export const dictionaries: readonly string[] = [...new Set(Object.values(DICTIONARY))]

/** `BillIssued` → "Facture émise"; a fact that no dictionary tells keeps its own name. */
export const factText = (entity: string, type: string): string =>
  translateKey(DICTIONARY[entity] ?? 'operations', `history.${type}`) ??
  translateKey('operations', `event.${type}`) ??
  type
export const entityText = (entity: string): string => translateKey('operations', `entity.${entity}`) ?? entity
export const entities: readonly string[] = Object.keys(DICTIONARY)
