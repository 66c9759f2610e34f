import { useQuery, useQueryClient } from '@tanstack/react-query'
import { History as HistoryIcon, Send, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { USUAL_VALIDITY } from '#contract/quotes/quote.values.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import type { Quote } from '#contract/quotes/quotes.schemas.ts'
import { useProfile } from '#web/billing/bill.queries.ts'
import { DraftLines } from '#web/billing/draft-lines.tsx'
import { FIRST_LINE } from '#web/billing/draft-form.ts'
import { DraftLayout } from '#web/billing/draft-layout.tsx'
import { useSavedDraft } from '#web/billing/use-draft.ts'
import { ClientField } from '#web/customers/client-field.tsx'
import { call } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { MoneyField, PercentField } from '#web/kernel/form/number-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { QuoteChecks } from './quote-checks.tsx'
import { QuoteForm, quoteFormOf } from './quote-form.ts'
import { QuotePaper } from './quote-paper.tsx'
import { quoteChecklistQuery, quotePdfOf, TOUCHED } from './quotes.queries.ts'

const DraftTerms = lazy(async () => ({
  default: (await import('#web/billing/draft-terms.tsx')).DraftTerms,
}))
const DraftVat = lazy(async () => ({
  default: (await import('#web/billing/draft-vat.tsx')).DraftVat,
}))
const SendDialog = lazy(async () => ({ default: (await import('./send-dialog.tsx')).SendDialog }))

type Writing = Parameters<typeof call<typeof quoteRoutes.change>>[1]['body']
const SPEC = {
  schema: QuoteForm,
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
  const { t } = useTranslation(['quotes', 'billing', 'kernel'])
  const { can } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const headingId = useId()
  const draft = useSavedDraft(quote, SPEC)
  const { methods, state, save } = draft
  const [open, setOpen] = useState<'send' | 'remove' | 'history' | null>(null)
  const [opening, setOpening] = useState<'send' | 'preview' | null>(null)
  const list = useQuery(quoteChecklistQuery(quote))
  const client = quote.client || t('draft.noClient')
  const title =
    quote.ref === '' ? t('draft.title', { client }) : t('draft.titleNext', { ref: quote.ref })
  const remove = useWrite(quoteRoutes.remove, {
    invalidates: TOUCHED,
    onDone: () => {
      void navigate(paths.quotes.to())
      queries.removeQueries({ queryKey: ['quotes', 'quote', 'one', quote.id] })
      notifySuccess(t('kernel:toast.deleted'), { detail: title })
    },
  })
  const guard = useUnsavedGuard({ dirty: state.status !== 'saved' && open !== 'remove', save })
  const may = can('perm_quote_update')
  const blocking = list.data?.items.filter((item) => !item.ok).length

  /** Saves first: only a saved draft is shown or sent. */
  const show = async (what: 'send' | 'preview') => {
    setOpening(what)
    if (await save()) {
      if (what === 'send') setOpen('send')
      else await quotePdfOf(quote, 'open')
    }
    setOpening(null)
  }
  useAction(
    may
      ? {
          id: 'quotes.save',
          label: t('billing:draft.saveNow'),
          keys: 'Mod+s',
          run: () => void save(),
          hidden: true,
        }
      : null,
  )
  useAction(
    may && blocking === 0 && open === null
      ? {
          id: 'quotes.send',
          label: t('send.action'),
          icon: Send,
          keys: 'f',
          run: () => void show('send'),
        }
      : null,
  )
  const fix = (path: string) => {
    if (path === 'lines' && methods.getValues('lines').length === 0)
      methods.setValue('lines', [FIRST_LINE], { shouldDirty: true })
    const name = path === 'lines' ? 'lines.0.description' : path
    setTimeout(() => methods.setFocus(name as 'serviceName')) // a checklist's path is a field's name
  }

  return (
    <DraftLayout
      title={title}
      state={optionLabel('quote', 'status', 'draft')}
      sub={quote.ref === '' ? t('draft.noNumber') : t('draft.next')}
      back={{ to: paths.quotes.to(), label: t('back') }}
      preview={{
        label: t('act.preview'),
        pending: opening === 'preview',
        run: () => void show('preview'),
      }}
      finish={{
        label: t('send.action'),
        icon: Send,
        pending: opening === 'send',
        stopped:
          blocking === undefined
            ? t('check.reading')
            : blocking > 0
              ? t('check.blocking', { count: blocking })
              : undefined,
        ready: blocking === 0,
        run: () => void show('send'),
      }}
      menu={{
        label: t('act.more'),
        entries: [
          {
            label: t('kernel:action.history'),
            icon: HistoryIcon,
            onSelect: () => setOpen('history'),
          },
          ...(can('perm_quote_delete') && quote.edition === 0
            ? [
                {
                  label: t('act.remove'),
                  icon: Trash2,
                  tone: 'danger' as const,
                  onSelect: () => setOpen('remove'),
                },
              ]
            : []),
        ],
      }}
      draft={draft}
      mayWrite={may}
      headingId={headingId}
      fields={<Fields quote={quote} />}
      aside={{
        label: t('check.title'),
        content: (
          <>
            <QuoteChecks quote={quote} onFix={fix} headingId={headingId} />
            <section
              className="border-t border-line px-4 pt-5 pb-8 max-xl:hidden"
              aria-label={t('paper.label')}
            >
              <h2 className="mb-2 text-sm font-semibold">{t('paper.beside')}</h2>
              <QuotePaper quote={quote} />
            </section>
          </>
        ),
      }}
    >
      {guard}
      <Suspense fallback={null}>
        {open === 'send' && (
          <SendDialog quote={quote} kind="send" onLink={onLink} onClose={() => setOpen(null)} />
        )}
      </Suspense>
      {open === 'history' && (
        <Panel title={t('kernel:action.history')} onClose={() => setOpen(null)} floating>
          <div className="panel-bleed">
            <HistoryPanel entity="quote" id={quote.id} />
          </div>
        </Panel>
      )}
      <ConfirmRemoval
        open={open === 'remove'}
        onClose={() => setOpen(null)}
        name={title}
        consequence={t('draft.removeBody')}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { profileId: quote.profileId, id: quote.id } })}
      />
    </DraftLayout>
  )
}

function Fields({ quote }: { quote: Quote }) {
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
      <Section name={t('billing:draft.section.vat')}>
        <Suspense fallback={<div className="h-[66px]" />}>
          <DraftVat franchise={profile?.tvaRegime === 'franchise'} />
        </Suspense>
      </Section>
      <Section name={t('billing:draft.section.lines')}>
        <DraftLines
          profileId={quote.profileId}
          fixed={false}
          vat={includeTva}
          price={null}
          rate={20}
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
        <Suspense fallback={<div className="h-[330px]" />}>
          <DraftTerms contract={undefined} profile={profile} dated={false} />
        </Suspense>
      </Section>
    </>
  )
}
