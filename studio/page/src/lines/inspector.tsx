// The right side: the selected keystroke, the settings of the line, its view, contacts and twists, and the report.
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
    if (!line.value)
        return (
            <Empty
                icon="sliders-horizontal"
                title="Nothing to inspect yet"
                text="The line that you open is shown here."
            />
        );
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
