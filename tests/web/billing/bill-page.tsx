import { act, fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { type ReactNode, useEffect, useState } from 'react'
import { beforeEach, vi } from 'vitest'
import type { Bill, Checklist } from '#contract/billing/billing.schemas.ts'
import type { Mail } from '#contract/mail/mail.contract.ts'
import { BillScreen } from '#web/billing/bill-screen.tsx'
import { at, drawSignedIn, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { toldCompany, toldProfile } from '../told.ts'
import { bill, draft, history, id, paper, ready } from './answers.ts'

const rest = vi.hoisted(() => ({ save: () => {} }))
vi.mock('#web/kernel/data/rest.ts', () => ({
  afterRest(_pause: number, save: () => void) {
    rest.save = save
    return () => {
      rest.save = () => {}
    }
  },
}))
// jsdom has no canvas: the pages are their bytes. The browser tests see them drawn.
vi.mock('#web/kernel/ui/pdf-pages.tsx', () => ({
  PdfPages({ paper, loading }: { paper: Blob | undefined; loading: ReactNode }) {
    const [text, setText] = useState<string>()
    useEffect(() => void paper?.text().then(setText), [paper])
    return text === undefined ? loading : <p>{text}</p>
  },
}))
/** A PDF, by the address it is asked at. */
export const pdf = ({ request }: { request: Request }) =>
  new HttpResponse(`PDF ${new URL(request.url).search}`.trim(), {
    headers: { 'content-type': 'application/pdf' },
  })

/** The pause after which a draft saves by itself is over. */
export const userRests = () => act(() => rest.save())
beforeEach(() => {
  rest.save = () => {}
})

export const server = fakeServer()
export const base = `/bill/${USER}/${PROFILE}/${id(1)}`
const writtenAt = (version: number) => ({
  id: id(1),
  version,
  position: `0000000000000000000${version}`,
})
export const written = (version: number) => ok(writtenAt(version))
export const paid = (version: number) => ok({ ...writtenAt(version), paymentId: 'payment-1' })

/** Answers a bill that stays what `now` holds, and what the page asks beside it. */
export function answers(
  now: {
    bill: Bill
    checklist?: Checklist
    deposits?: readonly object[]
    mails?: readonly Mail[]
    reminder?: object
  },
  options: Parameters<typeof session>[0] = {},
) {
  server.use(
    ...session(options),
    http.get(at(`/professionalInfo/${USER}/all`), () => ok([toldProfile({ id: PROFILE })])),
    http.get(at(`/company/${USER}/suggestions`), () =>
      ok([
        { id: id(50), name: 'Atelier Brumaire' },
        { id: id(51), name: 'Hydravion SAS' },
      ]),
    ),
    http.get(at(`/company/${USER}/:id`), ({ params }) =>
      ok(
        toldCompany({
          id: String(params['id']),
          name: params['id'] === id(51) ? 'Hydravion SAS' : 'Atelier Brumaire',
        }),
      ),
    ),
    http.get(at(`/project/${USER}/one/${PROFILE}/:id`), () => refused(404, 'NOT_FOUND')),
    http.get(at(`/project/${USER}/all/${PROFILE}`), () => ok([])),
    http.get(at(base), () => ok(now.bill)),
    http.get(at(`${base}/checklist`), () => ok(now.checklist ?? ready)),
    http.get(at(`${base}/paper`), () => ok(paper)),
    http.get(at(`${base}/pdf`), pdf),
    http.get(at(`/bill/${USER}/lines/${PROFILE}`), () =>
      ok([
        {
          description: 'Développement du portail',
          unit: 'day',
          unitPrice: 475.5,
          tva: 20,
          currency: 'EUR',
        },
      ]),
    ),
    http.get(at(`/history/${USER}/bill/${id(1)}`), () => ok(history)),
    http.get(at(`/mail/${USER}/all`), () => ok(now.mails ?? [])),
    http.get(at(`/reminder/${USER}/bill/${id(1)}`), () =>
      ok(now.reminder ?? { step: null, stopped: '' }),
    ),
    http.get(at(`/bill/${USER}/deposits/${PROFILE}/:clientId`), () => ok(now.deposits ?? [])),
  )
  return now
}
/** The screen at its address: the bill's id is in it. */
export const show = (query = '') =>
  drawSignedIn(<BillScreen />, { path: '/billing/:id', at: `/billing/${id(1)}${query}` })
export const field = (name: RegExp | string) => screen.findByRole('textbox', { name })
/** Puts a whole text in place of a field's, where typing is not the subject. */
export const put = (input: HTMLElement, value: string) => {
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}
/** A draft that saves what it is sent, and all that was sent. */
export const saving = (more: Partial<Bill> = {}, checklist?: Checklist) => {
  const sent: Record<string, unknown>[] = []
  const now = answers({ bill: draft(1, more), ...(checklist && { checklist }) })
  server.use(
    http.put(at(`/bill/${USER}`), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      now.bill = { ...now.bill, version: now.bill.version + 1 }
      return written(now.bill.version)
    }),
  )
  return sent
}
