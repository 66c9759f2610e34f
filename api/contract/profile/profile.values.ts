export {
  VAT_EXIGIBILITIES,
  VAT_PERIODICITIES,
  VAT_REGIMES,
} from '#domain/profile/vat-regime.values.ts'
