import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, Plus, Star } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { vatNumberOf } from '#contract/kernel/identifiers.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import type { ProfessionalInfo, Readiness } from '#contract/profile/profile.schemas.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { RemovedLink } from '#web/kernel/history/removed-link.tsx'
import { PastBand, usePast } from '#web/kernel/history/past.tsx'
import { namedRecord, useLabels } from '#web/kernel/words/record-words.ts'
import { PageHead, Row, Split } from '#web/kernel/ui/page.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { RemoveButton } from '#web/kernel/ui/removal.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { BillHead } from './bill-head.tsx'
import { readinessQuery } from './profile.queries.ts'
import {
  bodyOf,
  ProfileForm,
  type ProfileFacts,
  type ProfileValues,
  valuesOf,
} from './profile-form.ts'
import { ProfilePast } from './profile-past.tsx'
import { ProfileSections } from './profile-sections.tsx'
import { ReadinessList } from './readiness-list.tsx'

/** The VAT number that follows from a SIREN; empty for what is none yet. */
const vatNumberFrom = (siren: string): string => {
  const digits = siren.replace(/\s/g, '')
  return /^\d{9}$/.test(digits) ? vatNumberOf(digits) : ''
}

/**
 * One professional profile: its sections, and beside them a preview of a bill with its gaps, or the
 * history. @param props.profile null for a new one @param props.onOpen opens another profile; '' is
 * the first one
 */
export function ProfileEditor({
  profile,
  others = 0,
  tabs,
  onOpen,
}: {
  profile: ProfessionalInfo | null
  others?: number
  tabs: ReactNode
  onOpen: (id: string) => void
}) {
  const { t } = useTranslation(['profile', 'kernel', 'customers'])
  const { can } = useSession()
  const formId = useId()
  const [side, setSide] = useState<'preview' | 'history'>('preview')
  const mayChange = can('perm_professional_info_update')
  const past = usePast('professionalInfo', profile?.id ?? '')
  const readiness = useQuery({
    ...readinessQuery(profile?.id ?? '', past.at),
    enabled: profile !== null,
  })

  const form = useProfileForm(profile, onOpen)
  const isPast = profile !== null && past.at !== undefined

  const page = (
    <>
      <ProfileHead
        profile={profile}
        readiness={readiness.data}
        isHistory={side === 'history'}
        mayChange={mayChange && !isPast}
        isPast={isPast}
        onHistory={() => setSide(side === 'history' ? 'preview' : 'history')}
        onOpen={onOpen}
        submit={
          <SubmitButton form={form} outside={formId}>
            {t(profile ? 'kernel:action.save' : 'kernel:action.add')}
          </SubmitButton>
        }
      />
      {tabs}
      {isPast && <PastBand at={past.at ?? 0} onReturn={() => past.setAt(undefined)} />}
      {isPast ? (
        <ProfilePast
          record={past.record}
          kinds={past.kinds}
          currency={past.currency}
          pending={past.pending}
        />
      ) : (
        <Form form={form} id={formId} page="open">
          <Row className="pt-4 [&:not(:has(.note))]:hidden">
            <FormProblem form={form} />
          </Row>
          <fieldset disabled={!mayChange} className="contents">
            <ProfileSections profile={profile} readOnly={!mayChange} />
          </fieldset>
        </Form>
      )}
      {profile && mayChange && !isPast && (
        <Row className="py-6">
          <RemoveButton
            route={professionalInfoRoutes.remove}
            input={{ params: { id: profile.id } }}
            invalidates={['profile', 'identity']}
            label={t('remove.act')}
            name={namedRecord('professionalInfo', profile.name)}
            consequence={t(others > 0 ? 'remove.body' : 'remove.last')}
            onRemoved={() => {
              form.methods.reset()
              onOpen('')
            }}
          />
        </Row>
      )}
      {profile && <RemovedLink entity="professionalInfo" />}
    </>
  )

  const beside =
    side === 'history' && profile ? (
      <HistoryPanel entity="professionalInfo" id={profile.id} at={past.at} onAt={past.setAt} />
    ) : (
      <Beside {...{ profile, form, mayChange, isPast }} readiness={readiness.data} />
    )

  return (
    <Split
      label={t(side === 'history' ? 'kernel:action.history' : 'preview.title')}
      side={<div className="h-full bg-surface-sunken">{beside}</div>}
    >
      {page}
    </Split>
  )
}

/** The name of a profile, its gaps, and what may be done with it. */
function ProfileHead({
  profile,
  readiness,
  isHistory,
  isPast,
  mayChange,
  onHistory,
  onOpen,
  submit,
}: {
  profile: ProfessionalInfo | null
  readiness: Readiness | undefined
  /** Whether the history is open beside the profile. */
  isHistory: boolean
  isPast: boolean
  mayChange: boolean
  onHistory: () => void
  onOpen: (id: string) => void
  submit: ReactNode
}) {
  const { t } = useTranslation(['profile', 'kernel'])
  const label = useLabels('professionalInfo')
  const { profileId, setProfile } = useSession()
  const missing = readiness?.missing ?? []
  return (
    <PageHead
      title={profile ? profile.name : t('professionalInfo.new')}
      sub={
        readiness &&
        (missing.length === 0
          ? t('ready.yes')
          : t('ready.missing', {
              count: missing.length,
              fields: missing.map((path) => label(path)).join(', '),
            }))
      }
      actions={
        <>
          {profile && (
            <IconButton
              icon={HistoryIcon}
              label={t('kernel:action.history')}
              aria-pressed={isHistory}
              onClick={onHistory}
            />
          )}
          {profile && !isPast && profile.id !== profileId && (
            <Button
              icon={Star}
              onClick={() => {
                setProfile(profile.id)
                notifySuccess(t('profiles.activated', { name: `\u2068${profile.name}\u2069` }))
              }}
            >
              {t('profiles.activate')}
            </Button>
          )}
          {profile && mayChange && (
            <Button icon={Plus} onClick={() => onOpen('new')}>
              {t('profiles.add')}
            </Button>
          )}
          {mayChange && submit}
        </>
      }
    />
  )
}

/** The profile's gaps, and how the next bill begins and ends. */
function Beside({
  profile,
  readiness,
  form,
  mayChange,
  isPast,
}: {
  profile: ProfessionalInfo | null
  readiness: Readiness | undefined
  form: ReturnType<typeof useProfileForm>
  mayChange: boolean
  isPast: boolean
}) {
  const { t } = useTranslation('profile')
  const live = form.methods.watch()
  const { errors } = form.methods.formState
  const wrong = (field: string) =>
    form.methods.getFieldState(field as 'name').error !== undefined &&
    Object.keys(errors).length > 0
  return (
    <div className="sticky top-[var(--bar)] grid grid-cols-[minmax(0,1fr)] gap-7 p-6 max-md:px-4">
      {profile && readiness && (
        <ReadinessList
          readiness={readiness}
          computed={isPast || !mayChange ? '' : vatNumberFrom(live.siren ?? '')}
          onFill={(path) => form.methods.setFocus(path as 'name')}
          onTake={(path, value) => {
            form.methods.setValue(path as 'name', value, {
              shouldDirty: true,
              shouldValidate: true,
            })
            void form.submit()
          }}
        />
      )}
      {/* The head of the next bills is today's. */}
      {!isPast && (
        <section aria-labelledby="preview-title">
          <h2 id="preview-title" className="h2">
            {t('preview.title')}
          </h2>
          <p className="mt-0.5 text-sm text-ink-muted">{t('preview.body')}</p>
          <div className="mt-4">
            <BillHead
              values={live}
              logo={profile?.logo ?? null}
              signature={profile?.signature ?? null}
              wrong={wrong}
              wrongLabel={t('preview.wrong')}
            />
          </div>
        </section>
      )}
    </div>
  )
}

/** The form of a profile, which is added when it is null. */
function useProfileForm(profile: ProfessionalInfo | null, onOpen: (id: string) => void) {
  const { me } = useSession()
  const add = useWrite(professionalInfoRoutes.add, {
    invalidates: ['profile', 'identity'],
    done: (_, { body }) => ({ kind: 'added', name: namedRecord('professionalInfo', body.name) }),
    onDone: ({ id }) => onOpen(id),
  })
  const change = useWrite(professionalInfoRoutes.change, {
    invalidates: ['profile', 'history'],
    done: { kind: 'changed', name: namedRecord('professionalInfo', profile?.name ?? '') },
  })
  const values = useMemo(
    () => valuesOf(profile, me.params.currency || 'EUR'),
    [profile, me.params.currency],
  )
  const form = useCarnetForm<ProfileValues, ProfileFacts>({
    schema: ProfileForm,
    values,
    save: async (facts) => {
      if (profile)
        await change.mutateAsync({
          body: { ...bodyOf(facts), id: profile.id, version: profile.version },
        })
      else await add.mutateAsync({ body: bodyOf(facts) })
      // The day of a regime belongs to the change that was just saved.
      form.methods.setValue('tvaRegimeFrom', 0)
    },
  })
  return form
}
