import { Navigate } from 'react-router-dom'
import { paths } from '#web/screens.ts'

/** An address that names no entity is a page that is not found. */
export const UnknownEntity = () => <Navigate to={paths.error.to()} replace />
