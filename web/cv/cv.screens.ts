import { Text, School } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'
import { recordScreen } from '#web/kernel/shell/record-screen.ts'

/** The table of one kind of item, reached from its section of the CV. */
const items = <const P extends string>(record: string, place: { readonly path: P }) =>
  screen({
    ...place,
    permission: 'perm_cv_menu',
    of: record,
    record,
    shows: openRow,
    load: () => import('#web/kernel/records/plain-record-screen.tsx'),
  })

export const cvScreens = screens('cv', {
  cv: screen({
    path: '/admin/profile/cv',
    permission: 'perm_cv_menu',
    group: 'profile',
    icon: Text,
    load: () => import('./cv-screen.tsx'),
  }),
  cvImport: screen({
    path: '/admin/profile/cv/import',
    permission: 'perm_cv_menu',
    load: () => import('./import-screen.tsx'),
  }),
  missions: items('mission', { path: '/admin/profile/cv/missions' }),
  skills: items('skill', { path: '/admin/profile/cv/skills' }),
  languages: items('language', { path: '/admin/profile/cv/languages' }),
  studies: items('study', { path: '/admin/profile/cv/studies' }),
  certifications: items('certification', { path: '/admin/profile/cv/certifications' }),
  trainings: items('training', { path: '/admin/profile/cv/trainings' }),
  interests: items('interest', { path: '/admin/profile/interests' }),
  organisms: recordScreen('organism', {
    path: '/admin/settings/organisms',
    group: 'settings',
    icon: School,
    permission: 'cv',
  }),
})
