import { Text, School } from 'lucide-react'
import { openRow, screen, screens } from '#web/kernel/shell/screens.ts'
import { recordScreen } from '#web/kernel/shell/record-screen.ts'

/** The table of one kind of item, reached from its section of the CV. */
const items = <const P extends string>(record: string, path: P) =>
  screen({
    path,
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
  missions: items('mission', '/admin/profile/cv/missions'),
  skills: items('skill', '/admin/profile/cv/skills'),
  studies: items('study', '/admin/profile/cv/studies'),
  certifications: items('certification', '/admin/profile/cv/certifications'),
  trainings: items('training', '/admin/profile/cv/trainings'),
  interests: items('interest', '/admin/profile/interests'),
  organisms: recordScreen('organism', {
    path: '/admin/settings/organisms',
    group: 'settings',
    icon: School,
    permission: 'cv',
  }),
})
