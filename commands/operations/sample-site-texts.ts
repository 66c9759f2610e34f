/** A sample article. `day` is counted from the day of the sample; null for a draft. */
export type SampleArticle = {
  readonly key: string
  readonly language: 'fr' | 'en'
  readonly theme: string
  readonly topic: string | null
  readonly title: string
  readonly summary: string
  /** Paragraphs; a heading begins with `## `. */
  readonly text: readonly string[]
  readonly day: number | null
  /** A picture of `sample-covers`. */
  readonly cover?: 'bill' | 'late'
  readonly isGenerated?: boolean
}

/**
 * Themes and topics by the key of the sample, each in the languages that articles are written in.
 */
export const SAMPLE_THEMES = [
  { key: 'billing fr', name: 'Facturation', language: 'fr' },
  { key: 'billing en', name: 'Billing', language: 'en' },
  { key: 'vat fr', name: 'TVA', language: 'fr' },
] as const
export const SAMPLE_TOPICS = [
  { key: 'numbers fr', theme: 'billing fr', name: 'Numéros et mentions', language: 'fr' },
  { key: 'late fr', theme: 'billing fr', name: 'Retards de paiement', language: 'fr' },
  { key: 'numbers en', theme: 'billing en', name: 'Numbers and mentions', language: 'en' },
  { key: 'late en', theme: 'billing en', name: 'Late payment', language: 'en' },
  { key: 'thresholds fr', theme: 'vat fr', name: 'Seuils', language: 'fr' },
  { key: 'reform fr', theme: 'billing fr', name: 'Facture électronique', language: 'fr' },
] as const

/** @source the articles of law that each text names, as they stood in November 2026 */
export const SAMPLE_ARTICLES: readonly SampleArticle[] = [
  {
    key: 'mentions',
    language: 'fr',
    theme: 'billing fr',
    topic: 'numbers fr',
    title: 'Les mentions d’une facture, sans rien oublier',
    summary:
      'Numéro, SIREN, pénalités de retard, indemnité de 40 € : ce qu’une facture entre professionnels doit ' +
      'porter.',
    text: [
      'Une facture entre professionnels n’est pas un modèle libre. Le code général des impôts et le code ' +
        'de commerce disent ce qu’elle porte.',
      '## Qui vend, qui achète',
      'Le nom complet, l’adresse et le SIREN du vendeur, le nom et l’adresse du client. Un entrepreneur ' +
        'individuel fait suivre son nom de « EI » ou « Entrepreneur individuel ». Une société indique sa ' +
        'forme et son capital.',
      '## Un numéro sans trou',
      'Chaque facture a un numéro unique, dans une suite chronologique et continue. On ne réutilise pas ' +
        'un numéro et on n’en saute pas. Plusieurs séries sont permises si elles se justifient.',
      '## Ce qui est payé, et quand',
      'La date d’échéance, les conditions d’escompte (ou leur absence), le taux des pénalités de retard ' +
        'et l’indemnité forfaitaire de 40 €.',
      '## Sans TVA',
      'Un indépendant en franchise écrit « TVA non applicable, article 293 B du CGI ».',
      'Sources : CGI, annexe II, article 242 nonies A ; code de commerce, articles L441-9, L441-10 et ' +
        'D441-5. Relevé en novembre 2026.',
    ],
    day: -40,
    cover: 'bill',
  },
  {
    key: 'late',
    language: 'fr',
    theme: 'billing fr',
    topic: 'late fr',
    title: 'Une facture n’est pas payée : ce que la loi vous donne',
    summary:
      'Le délai, les pénalités et les 40 € : ce qui court dès le lendemain de l’échéance, sans rappel.',
    text: [
      'Une facture échue vous donne des droits avant même la première relance.',
      '## Le délai',
      'Sans accord, le client paie dans les 30 jours qui suivent la prestation. Un contrat peut aller ' +
        'jusqu’à 60 jours après l’émission, ou 45 jours fin de mois s’il le dit expressément.',
      '## Les pénalités',
      'Elles sont dues dès le lendemain de l’échéance, sans rappel. À défaut d’accord, leur taux est ' +
        'celui de la Banque centrale européenne augmenté de 10 points. Un taux convenu ne descend pas sous ' +
        'trois fois l’intérêt légal.',
      '## Les 40 €',
      'Une indemnité de 40 € est due une fois par facture en retard, entre professionnels seulement. Les ' +
        'pénalités ne portent pas de TVA.',
      '## Ce qu’il ne faut pas faire',
      'Ne modifiez pas une facture émise. Une erreur se corrige par un avoir, qui cite le numéro et la ' +
        'date de la facture.',
      'Sources : code de commerce, articles L441-10 et D441-5. Relevé en novembre 2026.',
    ],
    day: -21,
    cover: 'late',
  },
  {
    key: 'franchise',
    language: 'fr',
    theme: 'vat fr',
    topic: 'thresholds fr',
    title: 'La franchise de TVA et ses deux seuils',
    summary: 'Pour des services, 37 500 € et 41 250 €. Les franchir n’a pas le même effet.',
    text: [
      'La franchise en base dispense de facturer la TVA tant que le chiffre d’affaires reste sous un seuil.',
      '## Deux seuils en 2026',
      'Pour des services, le seuil est de 37 500 €, avec une tolérance jusqu’à 41 250 €. Pour des ventes ' +
        'et de l’hébergement, il est de 85 000 €, avec une tolérance jusqu’à 93 500 €.',
      '## Ce qui change quand on les franchit',
      'Au-dessus du seuil l’année passée, la TVA s’applique à partir du 1ᵉʳ janvier. Au-dessus de la ' +
        'tolérance, elle s’applique dès le jour du dépassement.',
      '## La première année',
      'Le seuil se calcule au prorata des jours d’activité.',
      'Source : loi 2025-1044 du 3 novembre 2025. Relevé en novembre 2026 ; vérifiez avant de décider.',
    ],
    day: -9,
  },
  {
    key: 'electronic',
    language: 'fr',
    theme: 'billing fr',
    topic: 'reform fr',
    title: 'Facture électronique : deux dates à retenir',
    summary:
      'Recevoir depuis le 1ᵉʳ septembre 2026, émettre à partir du 1ᵉʳ septembre 2027 pour les petites ' +
      'entreprises.',
    text: [
      'La réforme vaut pour toute entreprise assujettie à la TVA, y compris en franchise.',
      '## Recevoir',
      'Depuis le 1ᵉʳ septembre 2026, une entreprise reçoit ses factures par une plateforme agréée.',
      '## Émettre',
      'Les PME et les micro-entreprises émettent sous forme électronique à partir du 1ᵉʳ septembre 2027. ' +
        'D’ici là, un PDF ou un Factur-X peut partir par courriel, si le client l’accepte.',
      '## Un format lisible par tous',
      'Factur-X joint les données de la facture à un PDF : l’humain lit l’un, le logiciel lit les autres.',
      'Relevé en novembre 2026 : le calendrier a déjà bougé plusieurs fois.',
    ],
    day: -3,
  },
  {
    key: 'paid-in-france',
    language: 'en',
    theme: 'billing en',
    topic: 'late en',
    title: 'Paid late in France: what the law gives you',
    summary:
      'Terms, penalties and the 40 € indemnity start the day after the due date, without a reminder.',
    text: [
      'A bill that is overdue gives you rights before you send the first reminder.',
      '## The term',
      'Without an agreement, a client pays within 30 days of the service. A contract may allow 60 days ' +
        'from the bill’s date, or 45 days end of month if it says so.',
      '## The penalties',
      'They are due from the day after the due date. Unless agreed otherwise, the rate is the European ' +
        'Central Bank’s plus ten points. An agreed rate is at least three times the legal interest rate.',
      '## The 40 €',
      'An indemnity of 40 € is due once for each late bill, between professionals only. Penalties carry ' +
        'no VAT.',
      'Sources: French commercial code, articles L441-10 and D441-5. As of November 2026.',
    ],
    day: -20,
  },
  {
    key: 'numbering',
    language: 'en',
    theme: 'billing en',
    topic: 'numbers en',
    title: 'Numbering French bills without a gap',
    summary:
      'One sequence in the order of issue: no number is skipped, reused or given to a draft.',
    text: [
      'French bills carry a unique number, in an unbroken chronological sequence.',
      '## One sequence, or several',
      'Several series are allowed when there is a reason for them. Starting again each year is safe if ' +
        'the year is part of the number.',
      '## Mistakes',
      'An issued bill stays as it is. A credit note corrects it, and names the number and the date of the ' +
        'bill.',
      '## Keeping them',
      'Bills are kept for ten years, the term of the commercial code.',
      'Sources: general tax code, annex II, article 242 nonies A; commercial code, article L123-22. As of ' +
        'November 2026.',
    ],
    day: -35,
  },
  {
    key: 'penalties-next',
    language: 'fr',
    theme: 'billing fr',
    topic: 'late fr',
    title: 'Calculer des pénalités de retard',
    summary: 'Le montant TTC impayé, le taux et les jours : un calcul d’une ligne.',
    text: [
      'Les pénalités se calculent sur le montant TTC impayé.',
      '## Le calcul',
      'Montant impayé × taux × jours de retard / 365.',
      '## Un exemple',
      'Pour 1 200 € impayés pendant 30 jours à 12,15 %, les pénalités sont de 11,98 €. S’y ajoutent les ' +
        '40 €.',
      'Source : code de commerce, article L441-10. Relevé en novembre 2026.',
    ],
    day: 6,
  },
  {
    key: 'rate-draft',
    language: 'fr',
    theme: 'billing fr',
    topic: null,
    title: 'Fixer son tarif journalier',
    summary: '',
    text: ['Un tarif journalier couvre les jours vendus, et tous ceux qui ne le sont pas.'],
    day: null,
    isGenerated: true,
  },
]
