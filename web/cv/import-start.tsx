import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { useTranslation } from 'react-i18next'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import type { CvImport } from '#contract/cv/cv.schemas.ts'
import { IMPORT_MAX_BYTES, type ImportReader } from '#contract/cv/cv.values.ts'
import { dataOf, request } from '#web/kernel/data/client.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, type PageHeadProps, Section } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { bytesText, numberText } from '#web/kernel/words/formats.ts'
import { telling } from '#web/kernel/data/queries.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { readerQuery } from './cv.queries.ts'

/** Endings that the file dialog offers; the server looks at the content. */
const ACCEPTED = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/rtf': ['.rtf'],
  'application/json': ['.json'],
  'application/xml': ['.xml'],
  'application/zip': ['.zip'],
  'text/plain': ['.txt', '.md'],
}

/** Chooses a file and sends it. */
export function ImportStart({
  onBegun,
  back,
}: {
  onBegun: (id: string) => void
  back: PageHeadProps['back']
}) {
  const { t } = useTranslation(['cv', 'kernel', 'fields'])
  const { language } = usePreferences()
  const problemText = useProblemText()
  const [share, setShare] = useState<number | null>(null)
  const [refused, setRefused] = useState('')
  const [by, setBy] = useState<ImportReader>('assistant')
  const model = useQuery(readerQuery()).data?.model ?? ''
  const limit = bytesText(language, IMPORT_MAX_BYTES)

  const send = async (file: File) => {
    const body = new FormData()
    body.append('file', file)
    setRefused('')
    setShare(0)
    try {
      const answer = await telling(
        request(
          cvRoutes.startImport,
          { query: { by }, body, onProgress: setShare },
          'application/json',
        ),
      )
      onBegun((await dataOf<CvImport>(answer)).id)
    } catch (problem) {
      setRefused(problemText(problem))
    } finally {
      setShare(null)
    }
  }
  const take = ([file]: readonly File[], [wrong]: readonly FileRejection[]) => {
    if (file) void send(file)
    else if (wrong)
      setRefused(
        wrong.errors[0]?.code === 'file-too-large'
          ? t('import.tooLarge', { limit })
          : t('import.formats', { limit }),
      )
  }
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept: ACCEPTED,
    maxSize: IMPORT_MAX_BYTES,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: take,
  })
  return (
    <>
      <PageHead title={t('import.title')} sub={t('import.sub')} {...(back && { back })} ruled />
      <Section name={t('import.file')}>
        {model !== '' && (
          <div className="mb-4">
            <Segments
              label={t('import.by')}
              value={by}
              onChange={setBy}
              options={[
                { value: 'assistant', label: t('import.byModel') },
                { value: 'rules', label: t('import.byRules') },
              ]}
            />
          </div>
        )}
        <div
          {...getRootProps({
            className: clsx('file-drop max-w-[640px] !p-8', isDragActive && 'is-over'),
          })}
        >
          <input {...getInputProps({ 'aria-label': t('kernel:action.chooseFile') })} />
          <p className="text-md">{t('import.drop')}</p>
          <p className="mt-1 text-sm text-ink-muted">{t('import.formats', { limit })}</p>
          <div className="mt-5">
            <Button variant="primary" icon={FileUp} pending={share !== null} onClick={open}>
              {share === null
                ? t('kernel:action.chooseFile')
                : `${numberText(language, Math.round(share * 100))} %`}
            </Button>
          </div>
          {refused !== '' && (
            <p className="mt-4 text-sm text-negative" role="alert">
              {refused}
            </p>
          )}
        </div>
        <p className="mt-4 max-w-[640px] text-sm text-ink-muted">
          {model !== '' && by === 'assistant'
            ? t('import.honestModel', { model: `\u2068${model}\u2069` })
            : t('import.honest')}
        </p>
      </Section>
    </>
  )
}
