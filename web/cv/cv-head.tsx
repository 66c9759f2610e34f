import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv.routes.ts'
import { type Cv, cvRoutes as schemas } from '#contract/cv.schemas.ts'
import { afterRest } from '#web/kernel/data/rest.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FieldGrid, Form, FormProblem, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import type { CvDraft } from './cv.queries.ts'
import { REST_MS } from './item-form.tsx'

const Head = schemas.change.body.pick({ title: true, summary: true, availableFrom: true })

/** The head under the user's name: profession, one sentence, first free day. The paper follows while typing. */
export function CvHead({ cv, onDraft }: { cv: Cv; onDraft: (draft: CvDraft) => void }) {
  const { t } = useTranslation(['cv', 'kernel'])
  const write = useWrite(cvRoutes.change, {
    invalidates: ['cv', 'history'],
    done: { kind: 'changed', name: t('screen.cv.title') },
    onDone: () => onDraft({}),
    failure: 'shown-by-caller',
  })
  const form = useCarnetForm({
    schema: Head,
    values: { title: cv.title, summary: cv.summary, availableFrom: cv.availableFrom },
    save: (changes) => write.mutateAsync({ body: { id: cv.id, ...changes } }),
  })
  const { methods, dirty } = form
  useEffect(() => {
    let stop = () => {}
    const watching = methods.watch(() => {
      stop()
      stop = afterRest(REST_MS, () => {
        const changes = Head.safeParse(methods.getValues())
        if (changes.success) {
          const { title = '', summary = '', availableFrom = 0 } = changes.data
          onDraft({ changes: { title, summary, availableFrom } })
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
        <FieldGrid>
          <TextField name="title" label={t('head.work')} />
          <DayField name="availableFrom" label={t('head.availableFrom')} />
        </FieldGrid>
        <TextArea name="summary" label={t('head.summary')} rows={2} />
        {dirty && (
          <div className="flex justify-end">
            <SubmitButton form={form} size="sm" />
          </div>
        )}
      </Form>
    </Section>
  )
}
