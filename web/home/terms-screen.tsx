import { LegalText } from './legal-text.tsx'

/** Path `/cgu`. */
export const TermsScreen = () => <LegalText page="terms" />
