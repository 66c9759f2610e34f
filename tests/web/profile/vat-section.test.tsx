// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { VatSection } from '#web/profile/vat-section.tsx'
import { drawSignedIn, fakeServer, session } from '../signed-in.tsx'

const server = fakeServer()
function Section({ regime }: { regime: 'normal' | 'simplified' }) {
  const methods = useForm({
    defaultValues: { tvaRegime: regime, siren: '', TvaNumber: '', tvaPeriodicity: '' },
  })
  return (
    <FormProvider {...methods}>
      <VatSection profile={null} />
    </FormProvider>
  )
}

test.each([
  ['simplified', ['Mensuelle', 'Trimestrielle', 'Annuelle']],
  ['normal', ['Mensuelle', 'Trimestrielle']],
] as const)('the regime %s is offered its own returns', async (regime, names) => {
  server.use(...session())
  await drawSignedIn(<Section regime={regime} />)
  await userEvent.click(await screen.findByRole('button', { name: /Périodicité/ }))
  const offered = await screen.findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(names)
})
