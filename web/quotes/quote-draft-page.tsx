import { memo } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { USUAL_VALIDITY } from '#contract/quotes/quote.values.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { useProfile } from '#web/billing/bill.queries.ts'
import { DraftLines } from '#web/billing/draft-lines.tsx'
import { DraftLayout } from '#web/billing/draft-layout.tsx'
import { useDraftDesk } from '#web/billing/use-draft-desk.ts'
import { useRatesOf } from '#web/billing/use-offered-rates.ts'
import { useWide } from '#web/kernel/ui/narrow.ts'
import { useSavedDraft } from '#web/billing/use-draft.ts'
import { ClientField } from '#web/customers/client-field.tsx'
import { call } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { MoneyField, PercentField } from '#web/kernel/form/number-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { quoteActs } from './quote-acts.ts'
import { QuoteChecks } from './quote-checks.tsx'
import { type QuoteForm, quoteFormOf } from './quote-form.ts'
import { QuotePaper } from './quote-paper.tsx'
import { quoteChecklistQuery, quotePdfOf, TOUCHED } from './quotes.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const DraftTerms = late(async () => (await import('#web/billing/draft-terms.tsx')).DraftTerms)
const DraftVat = late(async () => (await import('#web/billing/draft-vat.tsx')).DraftVat)
const SendDialog = late(async () => (await import('./send-dialog.tsx')).SendDialog)

type Writing = Parameters<typeof call<typeof quoteRoutes.change>>[1]['body']
const SPEC = {
  schema: async () => (await import('./quote-form.schemas.ts')).QuoteForm,
  formOf: quoteFormOf,
  write: (body: Writing) => call(quoteRoutes.change, { body }),
  touched: TOUCHED,
  one: ['quotes', 'quote', 'one'],
  mended: [],
}

/**
 * The editor of a draft: that of a bill's lines and terms, with what a quote adds. It saves
 * automatically.
 */
export function QuoteDraftPage({
  quote,
  onLink,
}: {
  quote: Quote
  onLink: (link: string) => void
}) {
  const { t } = useTranslation(['quotes', 'kernel'])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const acts = quoteActs(quote, useSession().can)
  const draft = useSavedDraft(quote, SPEC)
  // Hidden, it would still read the PDF and the library that draws it.
  const isWide = useWide()
  const points = useQuery(quoteChecklistQuery(quote)).data?.items
  const [clientId, vatReason, operation, deliveryAddress] = useWatch({
    control: draft.methods.control,
    name: ['clientId', 'vatReason', 'operation', 'deliveryAddress'],
  })
  const supply = { clientId, vatReason, operation, deliveryAddress }
  const [firstRate = 0] = useRatesOf(quote.profileId, supply)
  const preview = () => quotePdfOf(quote, 'open')
  const desk = useDraftDesk(draft, { points, firstRate, preview })
  const title = quote.ref
    ? t('draft.titleNext', { ref: quote.ref })
    : t('draft.title', { client: quote.client || t('draft.noClient') })
  const remove = useWrite(quoteRoutes.remove, {
    invalidates: TOUCHED,
    onDone: () => {
      void navigate(paths.quotes.to())
      queries.removeQueries({ queryKey: ['quotes', 'quote', 'one', quote.id] })
      notifySuccess(t('kernel:toast.deleted'), { detail: title })
    },
  })
  return (
    <DraftLayout
      context="quotes"
      title={title}
      state={optionLabel('quote', 'status', 'draft')}
      sub={quote.ref === '' ? t('draft.noNumber') : t('draft.next')}
      back={{ to: paths.quotes.to(), label: t('back') }}
      draft={draft}
      desk={desk}
      finish={{ label: t('send.action'), icon: Send }}
      mayUpdate={acts.send === 'available'}
      mayRemove={acts.remove === 'available'}
      remove={{
        isPending: remove.isPending,
        run: () => remove.mutate({ params: { profileId: quote.profileId, id: quote.id } }),
      }}
      history={<HistoryPanel entity="quote" id={quote.id} />}
      fields={<Fields quote={quote} />}
      aside={
        <>
          <QuoteChecks quote={quote} onFix={desk.fix} headingId={desk.headingId} />
          {isWide && (
            <section className="border-t border-line px-4 pt-5 pb-8" aria-label={t('paper.label')}>
              <h2 className="mb-2 text-sm font-semibold">{t('paper.beside')}</h2>
              <QuotePaper quote={quote} />
            </section>
          )}
        </>
      }
    >
      {desk.open === 'finish' && (
        <SendDialog quote={quote} kind="send" onLink={onLink} onClose={desk.close} />
      )}
    </DraftLayout>
  )
}

/** The state of saving draws none of them again. */
const Fields = memo(function Fields({ quote }: { quote: Quote }) {
  const { t } = useTranslation(['quotes', 'billing', 'kernel'])
  const label = useLabels('quote')
  const profile = useProfile(quote.profileId)
  const [includeTva, currency] = useWatch<QuoteForm, ['includeTva', 'currency']>({
    name: ['includeTva', 'currency'],
  })
  return (
    <>
      <Section name={t('billing:draft.section.client')}>
        <FieldGrid>
          <ClientField
            name="clientId"
            label={label('clientId')}
            required
            none={0}
            first={{ id: quote.clientId, name: quote.client }}
          />
          <TextField
            name="serviceName"
            label={label('serviceName')}
            placeholder={t('kernel:form.optional')}
            hint={t('billing:draft.serviceHint')}
          />
          <TextField
            name="purchaseOrder"
            label={label('purchaseOrder')}
            placeholder={t('kernel:form.optional')}
          />
          <TextField
            name="buyerReference"
            label={label('buyerReference')}
            placeholder={t('kernel:form.optional')}
            hint={t('billing:draft.referenceHint')}
          />
        </FieldGrid>
      </Section>
      <Section name={t('draft.section.validity')}>
        <FieldGrid columns={4}>
          <DayField
            name="validUntil"
            label={label('validUntil')}
            hint={t('draft.validityHint', { count: USUAL_VALIDITY })}
          />
          <DayField name="startDate" label={t('draft.from')} />
          <DayField name="endDate" label={t('draft.to')} />
          <CurrencyField name="currency" label={label('currency')} />
        </FieldGrid>
      </Section>
      <Section name={t('billing:draft.section.lines')}>
        <DraftLines
          profileId={quote.profileId}
          fixed={false}
          vat={includeTva}
          price={null}
          rate={null}
        />
      </Section>
      <Section name={t('billing:draft.section.vat')}>
        <DraftVat
          franchise={profile?.tvaRegime === 'franchise'}
          waiting={<div className="h-8" />}
        />
      </Section>
      <Section name={t('draft.section.deposit')} className="border-t border-line">
        <FieldGrid columns={4}>
          <PercentField name="depositPercent" label={t('draft.deposit')} />
          <MoneyField name="fee" label={label('fee')} currency={currency} />
          <p className="self-center text-sm text-ink-muted sm:col-span-2">
            {t('draft.depositHint')}
          </p>
        </FieldGrid>
      </Section>
      <Section name={t('billing:draft.section.terms')} className="border-t border-line">
        <DraftTerms
          contract={undefined}
          profile={profile}
          dated={false}
          waiting={<div className="h-[330px]" />}
        />
      </Section>
    </>
  )
})
