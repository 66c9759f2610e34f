const MERGED: Readonly<Record<'company' | 'contact', string>> = {
  company: 'CompanyMerged',
  contact: 'ContactMerged',
}

/** Whether a fact tells that the record took another one in. */
export const isMerged = (entity: string, type: string): entity is 'company' | 'contact' =>
  Object.hasOwn(MERGED, entity) && MERGED[entity as 'company' | 'contact'] === type // a key of it
