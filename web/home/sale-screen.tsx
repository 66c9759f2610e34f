import { LegalText } from './legal-text.tsx'

/** Path `/cgv`. */
export const SaleScreen = () => <LegalText page="sale" />
