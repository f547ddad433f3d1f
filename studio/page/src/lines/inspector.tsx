// The right side: the chosen keystroke, how the line goes, where it is seen from, what bones keep, and how well it is followed.
import { Empty } from "../widgets/index.ts";
import { ContactSection } from "./contactsection.tsx";
import { FirmSection } from "./firmsection.tsx";
import { KeySection } from "./keysection.tsx";
import { LineSection } from "./linesection.tsx";
import { ReportSection } from "./reportsection.tsx";
import { isDrawing, line } from "./state.ts";
import { TwistSection } from "./twistsection.tsx";
import { ViewSection } from "./viewsection.tsx";
import "./inspector.css";

export function Inspector() {
  if (!line.value) return <Empty icon="sliders-horizontal" title="Nothing to inspect yet" text="The line that you open is shown here." />;
  return (
    <>
      <ReportSection />
      <KeySection />
      <LineSection />
      <FirmSection />
      {!isDrawing.value && (
        <>
          <ContactSection />
          <TwistSection />
          <ViewSection />
        </>
      )}
    </>
  );
}
