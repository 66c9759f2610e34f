export { URSSAF_PERIODICITIES } from '#domain/finance/activities.values.ts'
export {
  periodicitiesOf,
  quarterlyUpTo,
  VAT_EXIGIBILITIES,
  VAT_PERIODICITIES,
  VAT_REGIMES,
} from '#domain/profile/vat-regime.values.ts'
