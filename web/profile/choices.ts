import type { Option } from '#web/kernel/form/select-field.tsx'

/** Time zones that the browser knows: `Europe/Paris`. */
export const timeZones = (): readonly Option[] =>
  Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))
