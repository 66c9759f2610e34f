import { describe, expect, test } from 'vitest'
import { OFFER_STATES } from '#contract/prospecting/offer.values.ts'
import type { Permission } from '#web/kernel/data/ability.ts'
import { jobAfterMark, jobBeside } from '#web/prospecting/job-order.ts'
import {
  canBegin,
  type JobActs,
  jobActs,
  offerActs,
  offerMove,
} from '#web/prospecting/offer-acts.ts'

const all = () => true
const but = (missing: Permission) => (permission: Permission) => permission !== missing

describe('a job', () => {
  const job = (marks: { saved?: true; skipped?: true; applied?: true } = {}) => ({
    about: 'job' as const,
    marks: { saved: false, skipped: false, applied: false, ...marks },
    company: 'Atelier Brumaire',
    offerId: 'O1',
  })
  const open: JobActs = {
    apply: null,
    save: null,
    skip: null,
    hide: null,
    message: null,
    edit: 'foreign',
    offer: null,
  }
  const applied = { apply: 'applied', save: 'applied', skip: 'applied', hide: 'applied' } as const
  const own = { apply: 'own', save: 'own', skip: 'own', hide: 'own', message: 'own' } as const

  test.each<[string, JobActs, JobActs]>([
    ['without marks', jobActs(job(), false, all), open],
    ['that is saved', jobActs(job({ saved: true }), false, all), { ...open, save: 'saved' }],
    ['that is skipped', jobActs(job({ skipped: true }), false, all), { ...open, skip: 'skipped' }],
    [
      'applied for, and saved before',
      jobActs(job({ applied: true, saved: true }), false, all),
      { ...open, ...applied },
    ],
    [
      'without a company',
      jobActs({ ...job(), company: '' }, false, all),
      { ...open, hide: 'anonymous' },
    ],
    [
      'without an offer',
      jobActs({ ...job(), offerId: '' }, false, all),
      { ...open, offer: 'noOffer' },
    ],
    [
      'that is an offer which the user entered',
      jobActs({ ...job({ applied: true }), about: 'offer' }, false, all),
      { ...open, apply: 'entered', save: 'entered', skip: 'entered', hide: 'entered' },
    ],
    ['of one’s own', jobActs(job(), true, all), { ...open, ...own, edit: null }],
  ])('%s', (_, acts, expected) => expect(acts).toEqual(expected))

  test.each([true, false])('takes no act without permission, own: %j', (isOwn) =>
    expect(new Set(Object.values(jobActs(job(), isOwn, but('perm_offer_update'))))).toEqual(
      new Set(['permission']),
    ),
  )

  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  test.each([
    [a, 1, b],
    [b, -1, a],
    [c, 1, c],
    [a, -1, a],
    [null, 1, a],
  ] as const)('beside %j by %j is %j', (job_, step, to) =>
    expect(jobBeside([a, b, c], job_, step)).toBe(to),
  )

  test.each([
    [[a, b, c], a, b],
    [[a, b, c], c, b],
    [[a], a, undefined],
    [[], null, undefined],
  ])('makes room for the next, at the end for the one before: %j %j %j', (rows, job_, to) =>
    expect(jobAfterMark<{ id: string }>(rows, job_)).toBe(to),
  )
})

describe('an offer', () => {
  test.each([
    ['accepted', '', all, { openContract: 'noContract', makeContract: null }],
    ['accepted', 'P1', all, { openContract: null, makeContract: 'hasContract' }],
    ['aborted', 'P1', all, { openContract: null, makeContract: 'hasContract' }],
    ['new', '', all, { openContract: 'noContract', makeContract: 'notAccepted' }],
    [
      'accepted',
      '',
      but('perm_contract_add'),
      { openContract: 'noContract', makeContract: 'permission' },
    ],
  ] as const)('%s with contract %j', (state, projectId, can, acts) =>
    expect(offerActs({ state, projectId }, can)).toMatchObject(acts),
  )

  test('is applied for and answered with the permission to change it', () => {
    const facts = { state: 'new', projectId: '' }
    const free = { apply: null, message: null }
    expect(offerActs(facts, all)).toMatchObject(free)
    expect(offerActs(facts, but('perm_offer_update'))).toMatchObject({
      apply: 'permission',
      message: 'permission',
    })
  })

  test.each([
    ['new', 'new', 'none'],
    ['new', 'accepted', 'move'],
    ['new', 'aborted', 'ask'],
    ['aborted', 'aborted', 'none'],
    ['aborted', 'new', 'move'],
  ] as const)('from %s to %s: %s', (from, to, how) => expect(offerMove(from, to)).toBe(how))

  test('begins in each state but the closed ones, with permission', () => {
    expect(OFFER_STATES.filter((state) => !canBegin(state, all))).toEqual(['accepted', 'aborted'])
    expect(OFFER_STATES.filter((state) => canBegin(state, but('perm_offer_add')))).toEqual([])
  })
})
