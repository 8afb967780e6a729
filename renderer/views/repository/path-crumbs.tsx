import { nameOf } from "../../../shared/text/paths.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { foldersOf } from "../../features/repository/paths.ts";
import { filesHref } from "../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../features/repository/use-repository.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import layout from "../../ui/layout.module.css";
import styles from "./repository.module.css";

/** Breadcrumbs of a path. */
export function PathCrumbs({ repository, path }: { readonly repository: Repository; readonly path: string }) {
  const folders = path ? ["", ...foldersOf(path)] : [];
  const root = nameOf(repository.project);
  return (
    <div className={styles.path}>
      <Breadcrumbs
        label="Path"
        items={[
          ...folders.map((folder) => ({
            key: folder,
            content: (
              <AppLink className={styles.crumb} href={filesHref(repository, repository.ref, folder)}>
                <bdi>{nameOf(folder) || root}</bdi>
              </AppLink>
            ),
          })),
          { key: `here ${path}`, content: <bdi className={layout.strong}>{nameOf(path) || root}</bdi> },
        ]}
      />
    </div>
  );
}
