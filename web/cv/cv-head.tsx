import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import { type Cv, CvChanges } from '#contract/cv/cv.schemas.ts'
import { type CvLanguage, headInLanguage } from '#contract/cv/cv.values.ts'
import { afterRest } from '#web/kernel/data/rest.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import {
  Form,
  FormGuard,
  FormProblem,
  SubmitButton,
  useCarnetForm,
} from '#web/kernel/form/form.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import type { CvDraft } from './cv.queries.ts'
import { REST_MS } from './item-form.tsx'
import { Translations } from './translations.tsx'

const Head = CvChanges.pick({
  title: true,
  summary: true,
  availableFrom: true,
  links: true,
  translations: true,
})

/**
 * The head under the user's name: profession, one sentence, first free day, links. The paper
 * follows while typing.
 */
export function CvHead({
  cv,
  language,
  onDraft,
}: {
  cv: Cv
  /** The language of the paper. */
  language: CvLanguage
  onDraft: (draft: CvDraft) => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const write = useWrite(cvRoutes.change, {
    invalidates: ['cv', 'history'],
    done: { kind: 'changed', name: t('screen.cv.title') },
    onDone: () => onDraft({}),
  })
  const form = useCarnetForm({
    schema: Head,
    values: useMemo(
      () => ({
        title: cv.title,
        summary: cv.summary,
        availableFrom: cv.availableFrom,
        links: cv.links,
        translations: cv.translations,
      }),
      [cv.title, cv.summary, cv.availableFrom, cv.links, cv.translations],
    ),
    save: (changes) => write.mutateAsync({ body: { id: cv.id, version: cv.version, ...changes } }),
  })
  const [isOpen, setOpen] = useState(false)
  const { methods, dirty } = form
  const { missing } = headInLanguage(cv, language)
  useEffect(() => {
    let stop = () => {}
    const watching = methods.watch(() => {
      stop()
      stop = afterRest(REST_MS, () => {
        const changes = Head.safeParse(methods.getValues())
        if (changes.success) {
          const {
            title = '',
            summary = '',
            availableFrom = 0,
            links = '',
            translations = [],
          } = changes.data
          onDraft({ changes: { title, summary, availableFrom, links, translations } })
        }
      })
    })
    return () => {
      stop()
      watching.unsubscribe()
    }
  }, [methods, onDraft])
  return (
    <Section name={t('head.title')} className="!py-4">
      <Form form={form} guard={false} className="grid gap-4">
        <FormProblem form={form} />
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[minmax(0,2fr)_minmax(150px,1fr)]">
          <TextField name="title" label={t('head.work')} />
          <DayField name="availableFrom" label={t('head.availableFrom')} />
        </div>
        <TextArea name="summary" label={t('head.summary')} rows={2} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button
            size="sm"
            variant="quiet"
            icon={isOpen ? ChevronUp : ChevronDown}
            className="-ms-2"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('head.more')}
          </Button>
          {missing.length > 0 && (
            <span className="text-xs text-warning">
              {t('translation.absentIn', { language: t(`inLanguage.${language}`) })}
            </span>
          )}
        </div>
        {isOpen && (
          <>
            <TextArea name="links" label={t('head.links')} hint={t('head.linksHint')} rows={2} />
            <Translations
              own={cv.language}
              fields={[
                { name: 'title', label: t('head.work'), rows: 1 },
                { name: 'summary', label: t('head.summary'), rows: 2 },
              ]}
            />
          </>
        )}
        {dirty && (
          <div className="flex justify-end">
            <SubmitButton form={form} size="sm" />
          </div>
        )}
      </Form>
      <FormGuard form={form} page="variant" />
    </Section>
  )
}
