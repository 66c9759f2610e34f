import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * A field's name for people, from the one dictionary that CSV, history, forms and tables share (api/contract/labels); undefined where none is written.
 * The dictionary must be there: `useLabels`, or `'labels'` among the namespaces of the screen's `useTranslation`.
 */
export function labelOf(entity: string, field: string): string | undefined {
  const labels = i18next.getResourceBundle(i18next.language, 'labels') as Labels | undefined
  return labels?.[entity]?.[field] ?? labels?.['shared']?.[field]
}

/** Names of an entity's fields; a field without one keeps its own name. */
export function useLabels(entity: string): (field: string) => string {
  useTranslation('labels' as 'kernel') // not among the typed dictionaries: it belongs to the contract
  return (field) => labelOf(entity, field) ?? field
}
