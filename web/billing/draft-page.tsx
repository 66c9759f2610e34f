import { Copy, Eye, History as HistoryIcon, Send, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { type PathValue, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Correction } from '#contract/billing/correction.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { Section } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { profilesQuery, useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { ApprovedDays } from './approved-days.tsx'
import { BillHistory } from './bill-history.tsx'
import { ClientField } from '#web/customers/client-field.tsx'
import { checklistQuery, useContract, useProfile } from './bill.queries.ts'
import { ContractField } from './contract-field.tsx'
import { TOUCHED } from './bills.queries.ts'
import { DraftChecks } from './draft-checks.tsx'
import { DraftDeposits } from './draft-deposits.tsx'
import { type DraftForm, FIRST_LINE, NO_DISCOUNT } from './draft-form.ts'
import { DraftLayout, DraftNote } from './draft-layout.tsx'
import { DraftLines } from './draft-lines.tsx'
import { useDuplicate } from './duplicate.ts'
import { PaperDialog } from './issue-dialog.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { QuoteLink } from './quote-link.tsx'
import { LivePaper } from './live-paper.tsx'
import { useDraft } from './use-draft.ts'

const DraftTerms = lazy(async () => ({ default: (await import('./draft-terms.tsx')).DraftTerms }))
const DraftVat = lazy(async () => ({ default: (await import('./draft-vat.tsx')).DraftVat }))

/** The form field that mends a point of the checklist, where the point's path is no field. */
const FIELD_OF: Readonly<Record<string, string>> = { lines: 'lines.0.description' }

/** Fields of the form that a correction sets. */
const CORRECTED = [
  'startDate',
  'endDate',
  'issueDate',
  'paymentDeadline',
  'dueDate',
  'penaltyRate',
  'includePenalty',
  'includeTva',
] as const

/** The editor of a draft. It saves automatically, and shows what blocks the issue. */
export function DraftPage({ bill }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const { can, profileId: active } = useSession()
  const navigate = useNavigate()
  const headingId = useId()
  const draft = useDraft(bill)
  const { methods, state, save } = draft
  const [open, setOpen] = useState<'preview' | 'issue' | 'remove' | 'history' | null>(null)
  const [, setUrl] = useUrlState({ at: '' })
  const [opening, setOpening] = useState<'preview' | 'issue' | null>(null)
  const list = useQuery(checklistQuery(bill))
  const profiles = useQuery(profilesQuery())
  const { language } = usePreferences()
  const duplicate = useDuplicate()
  const remove = useWrite(billRoutes.remove, {
    invalidates: TOUCHED,
    onDone: () => {
      void navigate(paths.bills.to())
      // What is gone is not asked for again.
      queries.removeQueries({ queryKey: ['billing', 'bill', 'one', bill.id] })
      queries.removeQueries({ queryKey: ['billing', 'bill', 'checklist', bill.id] })
      queries.removeQueries({ queryKey: ['billing', 'bill', 'paper', bill.id] })
      notifySuccess(t('kernel:toast.deleted'), {
        detail: title,
        // A credit note holds amounts of its bill: it is made again there.
        ...(!credit && {
          action: { label: t('kernel:action.undo'), run: () => duplicate.run(bill, 'again') },
        }),
      })
    },
  })
  const queries = useQueryClient()
  const credit = bill.type === 'creditNote'
  const guard = useUnsavedGuard({ dirty: state.status !== 'saved' && open !== 'remove', save })

  const may = can('perm_billing_update')
  const blocking = list.data?.items.filter((item) => !item.ok).length
  const client = bill.client || t('draft.noClient')
  const title = t(
    credit ? 'draft.titleCredit' : bill.type === 'deposit' ? 'draft.titleDeposit' : 'draft.title',
    {
      client,
    },
  )

  /** Saves first: only a saved draft is shown or issued. */
  const show = async (what: 'preview' | 'issue') => {
    setOpening(what)
    if (await save()) setOpen(what)
    setOpening(null)
  }
  useAction(
    may
      ? {
          id: 'billing.save',
          label: t('draft.saveNow'),
          keys: 'Mod+s',
          run: () => void save(),
          hidden: true,
        }
      : null,
  )
  useAction(
    may && blocking === 0 && open === null
      ? {
          id: 'billing.issue',
          label: t('issue.action'),
          icon: Send,
          keys: 'f',
          run: () => void show('issue'),
        }
      : null,
  )
  // A link that asks for the issue opens its confirmation as soon as the checklist is green.
  const [{ do: doing }, setDoing] = useUrlState({ do: '' })
  useEffect(() => {
    if (doing !== 'issue' || blocking === undefined) return
    setDoing({ do: '' })
    if (may && blocking === 0) setOpen('issue')
  }, [doing, blocking, may, setDoing])
  useAction({
    id: 'billing.preview',
    label: t('paper.preview'),
    icon: Eye,
    keys: 'p',
    run: () => void show('preview'),
  })

  const fix = (path: string) => {
    const ofDays = path === 'dueDate' && methods.getValues('dueDate') === 0
    const name = ofDays ? 'paymentDeadline' : (FIELD_OF[path] ?? path)
    if (name.startsWith('lines.') && methods.getValues('lines').length === 0)
      methods.setValue('lines', [FIRST_LINE], { shouldDirty: true })
    // a checklist's path is a field's name
    setTimeout(() => methods.setFocus(name as keyof DraftForm))
  }

  /** A correction of the checklist: it changes the draft's values and saves at once. */
  const correct = (changes: Correction['changes']) => {
    for (const name of CORRECTED)
      if (changes[name] !== undefined)
        methods.setValue(name, changes[name], { shouldDirty: true, shouldValidate: true })
    // A figure stands in place of a formula.
    if (changes.penaltyRate !== undefined)
      methods.setValue('penaltyBasis', 'rate', { shouldDirty: true })
    void save()
  }

  return (
    <DraftLayout
      title={title}
      state={t('state.draft')}
      sub={
        <>
          {bill.creditNoteOf !== 0 && (
            <>
              <Link className="link" to={paths.bill.to({ id: String(bill.creditNoteOf) })}>
                {t('draft.corrects', { ref: bill.creditNoteOfRef })}
              </Link>{' '}
            </>
          )}
          {t('draft.noNumber')}
        </>
      }
      more={
        <>
          <QuoteLink bill={bill} before=" · " />
          <ApprovedDays bill={bill} />
        </>
      }
      back={{ to: paths.bills.to(), label: t('back') }}
      preview={{
        label: t('paper.preview'),
        pending: opening === 'preview',
        run: () => void show('preview'),
      }}
      finish={{
        label: t('issue.action'),
        pending: opening === 'issue',
        stopped:
          blocking === undefined
            ? t('check.reading')
            : blocking > 0
              ? t('check.blocking', { count: blocking })
              : undefined,
        ready: blocking === 0,
        run: () => void show('issue'),
      }}
      menu={{
        label: t('act.more'),
        entries: [
          {
            label: t('kernel:action.history'),
            icon: HistoryIcon,
            onSelect: () => setOpen('history'),
          },
          ...(can('perm_billing_add') && !credit
            ? [{ label: t('act.duplicate'), icon: Copy, onSelect: () => duplicate.run(bill) }]
            : []),
          ...(can('perm_billing_delete')
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
      notes={
        <>
          {bill.profileId !== active && active !== '' && (
            <DraftNote>
              {t('draft.otherProfile', {
                name: profiles.data?.find((profile) => profile.id === bill.profileId)?.name ?? '',
              })}
            </DraftNote>
          )}
          {bill.abandonedReason !== '' && (
            <DraftNote>
              <strong>
                {t('draft.abandoned', { when: instantText(language, bill.abandonedDate) })}
              </strong>{' '}
              {bill.abandonedReason}
            </DraftNote>
          )}
        </>
      }
      fields={<Fields bill={bill} />}
      aside={{
        label: t('check.title'),
        content: (
          <>
            <DraftChecks bill={bill} onFix={fix} onCorrect={correct} headingId={headingId} />
            <LivePaper bill={bill} onOpen={() => void show('preview')} />
          </>
        ),
      }}
    >
      {guard}
      {open === 'preview' && (
        <PaperDialog bill={bill} issue={false} onClose={() => setOpen(null)} />
      )}
      {open === 'issue' && <PaperDialog bill={bill} issue onClose={() => setOpen(null)} />}
      {open === 'history' && (
        <Panel title={t('kernel:action.history')} onClose={() => setOpen(null)} floating>
          <div className="panel-bleed">
            <BillHistory
              bill={bill}
              at={undefined}
              onAt={(at) => at !== undefined && setUrl({ at: String(at) }, 'push')}
            />
          </div>
        </Panel>
      )}
      <ConfirmRemoval
        open={open === 'remove'}
        onClose={() => setOpen(null)}
        name={title}
        consequence={t('draft.removeBody')}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { profileId: bill.profileId, id: bill.id } })}
      />
    </DraftLayout>
  )
}

function Fields({ bill }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const label = useLabels('bill')
  const profile = useProfile(bill.profileId)
  const [clientId, projectId, includeTva] = useWatch<
    DraftForm,
    ['clientId', 'projectId', 'includeTva']
  >({
    name: ['clientId', 'projectId', 'includeTva'],
  })
  const credit = bill.type === 'creditNote'
  const contract = useContract(bill.profileId, projectId)
  return (
    <>
      <Section name={t('draft.section.client')}>
        <FieldGrid>
          <ClientField
            name="clientId"
            label={label('clientId')}
            required
            none={0}
            readOnly={credit}
            first={{ id: bill.clientId, name: bill.client }}
          />
          <DraftContract
            profileId={bill.profileId}
            clientId={clientId}
            contract={contract}
            readOnly={credit}
            hint={
              contract && contract.leftHT !== null ? (
                <>
                  {t('draft.left')} <Amount major={contract.leftHT} currency={contract.currency} />
                </>
              ) : undefined
            }
          />
          <TextField
            name="serviceName"
            label={label('serviceName')}
            placeholder={t('kernel:form.optional')}
            hint={t('draft.serviceHint')}
          />
          <TextField
            name="purchaseOrder"
            label={label('purchaseOrder')}
            placeholder={t('kernel:form.optional')}
            hint={t('draft.purchaseHint')}
          />
        </FieldGrid>
      </Section>
      <Section name={t('draft.section.period')}>
        <FieldGrid columns={4}>
          <DayField name="startDate" label={t('draft.from')} />
          <DayField name="endDate" label={t('draft.to')} />
          <DayField name="issueDate" label={t('draft.issueDate')} hint={t('draft.issueHint')} />
          {!credit && <CurrencyField name="currency" label={label('currency')} />}
        </FieldGrid>
      </Section>
      {!credit && (
        <Section name={t('draft.section.vat')}>
          <Suspense fallback={<div className="h-[66px]" />}>
            <DraftVat franchise={profile?.tvaRegime === 'franchise'} />
          </Suspense>
        </Section>
      )}
      <Section name={t('draft.section.lines')}>
        <DraftLines
          profileId={bill.profileId}
          fixed={credit}
          vat={includeTva}
          price={contract?.priceMode === 'day' && contract.priceHT > 0 ? contract.priceHT : null}
          rate={contract?.tva ?? 20}
        />
      </Section>
      <DraftDeposits bill={bill} />
      <Section
        name={t(credit ? 'draft.section.texts' : 'draft.section.terms')}
        className="border-t border-line"
      >
        {credit ? (
          <FieldGrid>
            <TextArea
              name="header"
              label={label('header')}
              rows={3}
              placeholder={t('kernel:form.optional')}
            />
            <TextArea
              name="footer"
              label={label('footer')}
              rows={3}
              placeholder={t('kernel:form.optional')}
            />
          </FieldGrid>
        ) : (
          <Suspense fallback={<div className="h-[330px]" />}>
            <DraftTerms contract={contract} profile={profile} />
          </Suspense>
        )}
      </Section>
    </>
  )
}

/** Choosing a contract sets its client and its terms. */
function DraftContract({
  profileId,
  clientId,
  contract: chosen,
  readOnly,
  hint,
}: {
  profileId: string
  clientId: string | 0
  contract: Project | undefined
  readOnly: boolean
  hint: React.ReactNode
}) {
  const { t } = useTranslation('kernel')
  const label = useLabels('bill')
  const { setValue, getValues } = useFormContext<DraftForm>()
  return (
    <ContractField
      name="projectId"
      label={label('projectId')}
      none={0}
      readOnly={readOnly}
      placeholder={t('form.optional')}
      hint={hint}
      profileId={profileId}
      clientId={clientId}
      chosen={chosen}
      onPick={(contract) => {
        const set = <N extends keyof DraftForm>(name: N, value: PathValue<DraftForm, N>) =>
          setValue(name, value, { shouldDirty: true })
        if (contract.clientId) set('clientId', contract.clientId)
        if (contract.paymentDeadline > 0) set('paymentDeadline', contract.paymentDeadline)
        if (contract.penaltyRate > 0 || contract.penaltyBasis !== '') {
          set('penaltyBasis', contract.penaltyBasis || 'rate')
          set('penaltyRate', contract.penaltyRate)
          set('includePenalty', true)
        }
        for (const text of ['discountTerms', 'header', 'footer', 'language'] as const)
          if (contract[text] !== '') set(text, contract[text])
        if (getValues('serviceName') === '') set('serviceName', contract.title)
        if (getValues('lines').length === 0) {
          set('currency', contract.currency)
          setValue(
            'lines',
            [
              {
                description: contract.title,
                quantity: 1,
                unit: contract.priceMode === 'day' ? 'day' : '',
                unitPrice: contract.priceHT,
                tva: contract.tva,
                creditedLine: null,
                ...NO_DISCOUNT,
              },
            ],
            { shouldDirty: true },
          )
        }
      }}
    />
  )
}
