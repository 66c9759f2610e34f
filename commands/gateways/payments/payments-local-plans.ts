/**
 * The plans of the local provider, in its own shape: names and features by language stand in the
 * metadata.
 */
type LocalWords = Readonly<
  Record<string, { readonly name: string; readonly says: string; readonly gives: string }>
>

const words = ({ fr, ...others }: LocalWords & { readonly fr: LocalWords[string] }) => ({
  name: fr.name,
  description: fr.says,
  marketing_features: fr.gives.split('|').map((name) => ({ name })),
  metadata: Object.fromEntries(
    Object.entries(others).flatMap(([language, { name, says, gives }]) => [
      [`name_${language}`, name],
      [`description_${language}`, says],
      [`features_${language}`, gives],
    ]),
  ),
})

const product = (id: string, of: Parameters<typeof words>[0]) => ({
  id,
  object: 'product',
  active: true,
  images: [],
  ...words(of),
})

const carnet = product('prod_carnet', {
  fr: {
    name: 'Carnet',
    says: 'Facturer et suivre',
    gives: 'Entreprises et contrats|Factures, temps, transactions|Calendrier et tâches',
  },
  en: {
    name: 'Carnet',
    says: 'Invoice and follow up',
    gives: 'Businesses and contracts|Invoices, time, transactions|Calendar and tasks',
  },
  ar: {
    name: 'Carnet',
    says: 'الفوترة والمتابعة',
    gives: 'المؤسسات والعقود|الفواتير والوقت والمعاملات|التقويم والمهام',
  },
  es: {
    name: 'Carnet',
    says: 'Facturar y seguir',
    gives: 'Empresas y contratos|Facturas, tiempo, transacciones|Calendario y tareas',
  },
  de: {
    name: 'Carnet',
    says: 'Abrechnen und verfolgen',
    gives: 'Unternehmen und Verträge|Rechnungen, Zeiten, Buchungen|Kalender und Aufgaben',
  },
  it: {
    name: 'Carnet',
    says: 'Fatturare e seguire',
    gives: 'Imprese e contratti|Fatture, tempo, transazioni|Calendario e attività',
  },
})

const complete = product('prod_complet', {
  fr: {
    name: 'Carnet complet',
    says: 'Et chercher les missions',
    gives: 'Tout Carnet|Offres, CV et messages rédigés|TVA, charges et prévision',
  },
  en: {
    name: 'Carnet Complete',
    says: 'And look for assignments',
    gives: 'All of Carnet|Job offers, CV and drafted messages|VAT, charges and forecast',
  },
  ar: {
    name: 'Carnet الكامل',
    says: 'والبحث عن المهمات',
    gives: 'كل ما في Carnet|العروض والسيرة الذاتية والرسائل المُعدّة|الضريبة والأعباء والتوقعات',
  },
  es: {
    name: 'Carnet completo',
    says: 'Y buscar proyectos',
    gives: 'Todo Carnet|Ofertas, CV y mensajes redactados|IVA, gastos recurrentes y previsión',
  },
  de: {
    name: 'Carnet komplett',
    says: 'Und Aufträge suchen',
    gives:
      'Alles aus Carnet|Projektangebote, Lebenslauf und entworfene Nachrichten|Umsatzsteuer, Abgaben und Prognose',
  },
  it: {
    name: 'Carnet completo',
    says: 'E cercare incarichi',
    gives: 'Tutto Carnet|Offerte, CV e messaggi redatti|IVA, oneri e previsione',
  },
})

const forever = product('prod_toujours', {
  fr: {
    name: 'Pour toujours',
    says: 'Un seul paiement',
    gives: 'Tout Carnet complet|Sans renouvellement',
  },
  en: { name: 'Lifetime', says: 'A single payment', gives: 'All of Carnet Complete|No renewal' },
  ar: { name: 'إلى الأبد', says: 'دفعة واحدة', gives: 'كل ما في Carnet الكامل|من دون تجديد' },
  es: { name: 'Para siempre', says: 'Un solo pago', gives: 'Todo Carnet completo|Sin renovación' },
  de: {
    name: 'Für immer',
    says: 'Eine einzige Zahlung',
    gives: 'Alles aus Carnet komplett|Ohne Verlängerung',
  },
  it: {
    name: 'Per sempre',
    says: 'Un solo pagamento',
    gives: 'Tutto Carnet completo|Senza rinnovo',
  },
})

type LocalProduct = typeof carnet
/** @unit unit_amount in cents */
export type LocalPrice = {
  readonly id: string
  readonly object: 'price'
  readonly active: true
  readonly product: LocalProduct
  readonly unit_amount: number
  readonly currency: 'eur'
  readonly type: 'recurring' | 'one_time'
  readonly recurring: { readonly interval: 'month' | 'year'; readonly interval_count: 1 } | null
}

const price = (
  id: string,
  of: LocalProduct,
  unit_amount: number,
  interval: 'month' | 'year' | null,
): LocalPrice => ({
  id,
  object: 'price',
  active: true,
  product: of,
  unit_amount,
  currency: 'eur',
  type: interval === null ? 'one_time' : 'recurring',
  recurring: interval === null ? null : { interval, interval_count: 1 },
})

/** Prices before tax, as an operator would enter them at a real provider. */
export const LOCAL_PRICES: readonly LocalPrice[] = [
  price('price_carnet_month', carnet, 900, 'month'),
  price('price_carnet_year', carnet, 9_000, 'year'),
  price('price_complet_month', complete, 1_500, 'month'),
  price('price_complet_year', complete, 15_000, 'year'),
  price('price_toujours', forever, 42_000, null),
]
