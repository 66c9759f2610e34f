import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { NotFound } from './not-found.tsx'

/** Screens that failed to render, and addresses that the router does not know. */
export function ErrorScreen() {
  const { t } = useTranslation('home')
  const error = useRouteError()
  useEffect(() => {
    document.title = `${t('error.title')} · Carnet`
    if (error) console.error(error)
  }, [t, error])
  return <NotFound />
}
