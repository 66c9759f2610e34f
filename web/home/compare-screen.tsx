import { useTranslation } from 'react-i18next'
import { PublicPage, PublicRow } from './public-page.tsx'

/** Sources of the comparison: the public documentation of each product, read in November 2026. */
const OTHERS = {
  dolibarr: [
    'https://github.com/Dolibarr/dolibarr',
    'https://wiki.dolibarr.org/index.php?title=Electronic_Billing',
    'https://wiki.dolibarr.org/index.php/Module_Unalterable_Archives_-_Logs',
  ],
  invoiceNinja: [
    'https://github.com/invoiceninja/invoiceninja',
    'https://invoiceninja.github.io/fr_CA/einvoicing',
    'https://invoiceninja.github.io/en/client-portal',
  ],
  midday: [
    'https://github.com/midday-ai/midday',
    'https://midday.ai/docs/supported-banks',
    'https://midday.ai/docs/e-invoicing-countries',
  ],
  sheet: ['https://www.impots.gouv.fr/facturation-electronique-et-plateformes-partenaires'],
} as const
type Other = keyof typeof OTHERS

/** Facts told of each product, in this order. */
const FACTS = ['license', 'runs', 'eInvoice', 'bank', 'books'] as const

/** Path `/comparatif`: what other tools do better, and what Carnet does. */
export function CompareScreen() {
  const { t } = useTranslation('home')
  return (
    <PublicPage>
      <PublicRow className="pt-[72px] max-md:pt-10">
        <h1 className="h1 text-balance">{t('compare.title')}</h1>
        <p className="mt-3 max-w-[60ch] text-lg text-ink-muted">{t('compare.description')}</p>
        <p className="mt-2 max-w-[66ch] text-sm text-ink-subtle">{t('compare.dated')}</p>
      </PublicRow>
      <div className="pb-12">
        <PublicRow>
          <section className="border-b border-line py-9 md:py-11">
            <Product of="carnet" />
            <Points
              heading={t('compare.lacksTitle')}
              points={t('compare.carnet.lacks', { returnObjects: true })}
              wide
            />
          </section>
        </PublicRow>
        {(Object.keys(OTHERS) as Other[]).map((other) => (
          <PublicRow key={other}>
            <section className="border-b border-line py-9 md:py-11">
              <Product of={other} />
              <div className="grid grid-cols-1 gap-x-14 md:grid-cols-2">
                <Points
                  heading={t('compare.better')}
                  points={t(`compare.${other}.better`, { returnObjects: true })}
                />
                <Points
                  heading={t('compare.ours')}
                  points={t(`compare.${other}.ours`, { returnObjects: true })}
                />
              </div>
              <Sources addresses={OTHERS[other]} />
            </section>
          </PublicRow>
        ))}
      </div>
    </PublicPage>
  )
}

/** A product's name, what it is for, and its facts. */
function Product({ of }: { of: Other | 'carnet' }) {
  const { t } = useTranslation('home')
  const facts: readonly string[] = t(`compare.${of}.facts`, { returnObjects: true })
  return (
    <div className="grid grid-cols-1 gap-x-14 gap-y-5 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div>
        <h2 className="font-serif text-[26px] leading-8 font-medium tracking-[-.012em]">
          <bdi>{t(`compare.${of}.name`)}</bdi>
        </h2>
        <p className="mt-3 max-w-[44ch] text-md text-ink-muted">{t(`compare.${of}.about`)}</p>
      </div>
      <dl>
        {FACTS.map((fact, index) => (
          <div
            key={fact}
            className="grid gap-x-6 gap-y-0.5 border-b border-line py-2 text-md last:border-0 sm:grid-cols-[170px_1fr]"
          >
            <dt className="text-ink-muted max-sm:text-sm">{t(`compare.fact.${fact}`)}</dt>
            <dd>{facts[index]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Points({
  heading,
  points,
  wide = false,
}: {
  heading: string
  points: readonly string[]
  wide?: boolean
}) {
  return (
    <div className="mt-7">
      <h3 className="font-semibold">{heading}</h3>
      <ul className={`mt-2 ${wide ? 'gap-x-14 md:columns-2' : ''}`}>
        {points.map((point) => (
          <li key={point} className="flex break-inside-avoid gap-2.5 py-1.5 text-md">
            <span aria-hidden="true" className="mt-[11px] h-px w-3 shrink-0 bg-warm-line" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Links to what the comparison rests on. Nothing of them is loaded here. */
function Sources({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTranslation('home')
  return (
    <p className="mt-5 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-subtle">
      <span>{t('compare.sources')}</span>
      {addresses.map((address) => (
        <a key={address} className="link" href={address} rel="noreferrer" dir="ltr">
          {shortAddress(address)}
        </a>
      ))}
    </p>
  )
}

/** The site, and the last part of the path. */
function shortAddress(address: string): string {
  const { hostname, pathname, searchParams } = new URL(address)
  const page = searchParams.get('title') ?? pathname.split('/').at(-1) ?? ''
  return `${hostname.replace(/^www\./, '')} · ${page.replaceAll('_', ' ')}`
}
